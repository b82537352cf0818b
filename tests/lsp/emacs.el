;;; emacs.el --- Open a file in Emacs with eglot, type, mend, rename, and print what is seen, a line for each step. -*- lexical-binding: t -*-

(require 'eglot)
(require 'flymake)

(defvar patience 120 "Seconds to wait, on a busy machine.")

(defun wait-for (condition)
  "Wait until CONDITION gives something, and give it."
  (let ((end (+ (float-time) patience)) result)
    (while (not (or (setq result (funcall condition)) (> (float-time) end)))
      (accept-process-output nil 0.05))
    result))

(defun first-diagnostic () (car (flymake-diagnostics)))
(defun words-of (diagnostic)
  (and diagnostic (buffer-substring (flymake-diagnostic-beg diagnostic) (flymake-diagnostic-end diagnostic))))
(defun say (form &rest values) (princ (concat (apply #'format form values) "\n")))

(add-to-list 'eglot-server-programs
             `((latex-mode tex-mode bibtex-mode) . (,(getenv "PYTHON") "-m" "argcheck" "lsp")))
(setq eglot-sync-connect t
      eglot-connect-timeout patience
      eglot-confirm-server-initiated-edits nil)
(find-file (getenv "FILE"))
(latex-mode)
(apply #'eglot (eglot--guess-contact))
(flymake-start)

(let ((found (wait-for #'first-diagnostic)))
  (say "found %s at line %d: %s"
       (words-of found)
       (line-number-at-pos (flymake-diagnostic-beg found))
       (car (split-string (flymake-diagnostic-text found) "\n"))))

(goto-char (point-min))
(forward-line 2)
(insert "% 😀 a line above\n")
(eglot--signal-textDocument/didChange)
(wait-for (lambda () (equal (words-of (first-diagnostic)) "knut84")))
(say "moved to line %d" (line-number-at-pos (flymake-diagnostic-beg (first-diagnostic))))

(let* ((beg (flymake-diagnostic-beg (first-diagnostic)))
       (actions (eglot-code-actions beg (flymake-diagnostic-end (first-diagnostic)) "quickfix"))
       (change (seq-find (lambda (action) (string-prefix-p "change to" (plist-get action :title))) actions)))
  (eglot--apply-workspace-edit (plist-get change :edit))
  (eglot--signal-textDocument/didChange)
  (wait-for (lambda () (null (flymake-diagnostics))))
  (say "mended, left %d" (length (flymake-diagnostics)))
  (goto-char beg))

(cl-letf (((symbol-function 'y-or-n-p) (lambda (&rest _) t))) ; eglot asks before it edits a second file
  (eglot-rename "texbook"))
(say "renamed %d here and %d in the bibliography"
     (how-many "texbook" (point-min) (point-max))
     (with-current-buffer (find-file-noselect (expand-file-name "refs.bib"))
       (how-many "texbook" (point-min) (point-max))))
(eglot--signal-textDocument/didChange)
(wait-for (lambda () (null (flymake-diagnostics))))
(say "left %d" (length (flymake-diagnostics)))
(eglot-shutdown (eglot-current-server))
