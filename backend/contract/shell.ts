// The shell: one WebSocket for each command line. The client sends one text message; each line of output is one text
// message back.

/** The path of the socket, relative to the base URL. The folder to run in follows, percent-encoded. */
export const COMMAND_PATH = '/api/command'

/** The only message to callers without permission: the shell is off, or the permission or the command is missing. */
export const NOT_ALLOWED = 'Command not allowed.'

export { LINE_MAX_BYTES } from './limits.ts'

/** All commands. A person may use those listed in their `commands`. */
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
