-- Opens the file of the environment in Neovim, accepts the annotation that is proposed for a sentence and what the record settles of an entry.
local python, file = vim.env.PYTHON, vim.env.FILE
local patience = 120000 -- milliseconds, on a busy machine

vim.lsp.config("argcheck", {
  cmd = { python, "-m", "argcheck", "lsp" },
  filetypes = { "tex", "bib" },
  root_markers = { "argcheck.toml", ".git" },
})
vim.lsp.enable("argcheck")

local function say(...)
  io.stdout:write(table.concat({ ... }, " ") .. "\n")
end

local function open(name, kind)
  vim.cmd.edit(vim.fn.fnameescape(name))
  vim.bo.filetype = kind
  vim.wait(patience, function() return #vim.lsp.get_clients({ bufnr = 0 }) > 0 end, 50)
end

local function text()
  return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), "\n")
end

-- Puts the cursor at some words and takes the offer whose title begins so.
local function take(words, begins)
  local before, lines = text(), vim.api.nvim_buf_get_lines(0, 0, -1, false)
  for number, line in ipairs(lines) do
    local at = line:find(words, 1, true)
    if at then vim.api.nvim_win_set_cursor(0, { number, at - 1 }) end
  end
  vim.lsp.buf.code_action({
    apply = true,
    context = { only = { "refactor.rewrite" }, diagnostics = {} },
    filter = function(action) return vim.startswith(action.title, begins) end,
  })
  vim.wait(patience, function() return text() ~= before end, 50)
end

open(file, "tex")
take("we conclude", "annotate this sentence")
say("annotated", text():match("%% argcheck: [^\n]*"))

local lens
local function asked()
  local params = { textDocument = vim.lsp.util.make_text_document_params(0) }
  for _, answer in pairs(vim.lsp.buf_request_sync(0, "textDocument/codeLens", params, patience) or {}) do
    lens = answer.result and answer.result[1] and answer.result[1].command.title
  end
  return lens
end
vim.wait(patience, asked, 200)
say("the claim has a lens:", lens or "none")

vim.cmd.write()
open(vim.fs.joinpath(vim.fs.dirname(file), "refs.bib"), "bib")
take("Literate", "set doi")
say("record", vim.trim(text()))
vim.cmd.write()
say("saved", vim.fn.getbufinfo({ bufmodified = 1 })[1] and 1 or 0)
vim.cmd("qa!")
