// The shell: a WebSocket for each command line (api-contract 12). One text message in; each line of output is one text
// message back.

/** Where the socket is, relative to the base URL; the folder that the line runs in follows, percent-encoded. */
export const COMMAND_PATH = '/api/command'

/** The one message for who may not: the shell is off, or the permission or the command is missing. */
export const NOT_ALLOWED = 'Command not allowed.'

export { LINE_MAX_BYTES } from './limits.ts'

/** Every command there is. A person may use those that stand in its `commands`. */
export const SHELL_COMMANDS = [
  'cat',
  'cd',
  'cp',
  'du',
  'echo',
  'find',
  'grep',
  'head',
  'help',
  'ls',
  'md5sum',
  'mkdir',
  'mv',
  'printf',
  'pwd',
  'rm',
  'sha256sum',
  'stat',
  'tail',
  'touch',
  'tree',
  'unzip',
  'wc',
  'zip',
] as const
export type ShellCommand = (typeof SHELL_COMMANDS)[number]
