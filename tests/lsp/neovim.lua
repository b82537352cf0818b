-- Opens the file of the environment in Neovim, types, takes a quick fix, renames, and prints what it sees, a line for each step.
local python, file = vim.env.PYTHON, vim.env.FILE
local patience = 120000 -- milliseconds, on a busy machine

local capabilities = vim.lsp.protocol.make_client_capabilities()
if vim.env.DIAGNOSTICS == "push" then -- as editors do that cannot ask for them
  capabilities.textDocument.diagnostic = nil
  capabilities.workspace.diagnostics = nil
end
vim.lsp.config("argcheck", {
  capabilities = capabilities,
  cmd = { python, "-m", "argcheck", "lsp" },
  filetypes = { "tex", "bib" },
  root_markers = { "argcheck.toml", ".git" },
})
vim.lsp.enable("argcheck")
vim.cmd.edit(vim.fn.fnameescape(file))
vim.bo.filetype = "tex"

local function say(...)
  io.stdout:write(table.concat({ ... }, " ") .. "\n")
end

local function text()
  return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), "\n")
end

local function first()
  return vim.diagnostic.get(0)[1]
end

vim.wait(patience, function() return first() ~= nil end, 50)
local found = first()
local words = vim.api.nvim_buf_get_text(0, found.lnum, found.col, found.end_lnum, found.end_col, {})
say("found", found.code, words[1], "line", found.lnum)

vim.api.nvim_buf_set_lines(0, 2, 2, false, { "% 😀 a line above" })
vim.wait(patience, function() return first() and first().lnum == found.lnum + 1 end, 50)
say("moved to line", first().lnum)

vim.api.nvim_win_set_cursor(0, { first().lnum + 1, first().col })
vim.lsp.buf.code_action({ apply = true, filter = function(action) return action.title:match("^change to") end })
vim.wait(patience, function() return not text():match("knut84") end, 50)
vim.wait(patience, function() return #vim.diagnostic.get(0) == 0 end, 50)
say("mended, left", #vim.diagnostic.get(0))

vim.lsp.buf.rename("texbook")
vim.wait(patience, function() return text():match("texbook") end, 50)
vim.wait(1000, function() return #vim.diagnostic.get(0) > 0 end, 50)
vim.wait(patience, function() return #vim.diagnostic.get(0) == 0 end, 50)
local _, count = text():gsub("texbook", "")
say("renamed", count, "left", #vim.diagnostic.get(0))

local paper = vim.api.nvim_get_current_buf()
vim.cmd.split(vim.fn.fnameescape(vim.fs.joinpath(vim.fs.dirname(file), "refs.bib")))
vim.bo.filetype = "bib"
vim.api.nvim_buf_set_text(0, 0, 6, 0, 6, { "the" }) -- before the key
vim.wait(patience, function() return #vim.diagnostic.get(paper) == 2 end, 50)
say("in the window beside it", #vim.diagnostic.get(paper))
vim.cmd("qa!")
