// Every command by its name. The contract lists the names, and the types keep both in sync.
import type { ShellCommand } from '../../../../contract/shell.ts'
import type { Command } from '../command.ts'
import { cat } from './cat.ts'
import { cd } from './cd.ts'
import { cp } from './cp.ts'
import { du } from './du.ts'
import { echo } from './echo.ts'
import { find } from './find.ts'
import { grep } from './grep.ts'
import { head } from './head.ts'
import { helpOn } from './help.ts'
import { ls } from './ls.ts'
import { mkdir } from './mkdir.ts'
import { mv } from './mv.ts'
import { printf } from './printf.ts'
import { pwd } from './pwd.ts'
import { rm } from './rm.ts'
import { stat } from './stat.ts'
import { md5sum, sha256sum } from './sums.ts'
import { tail } from './tail.ts'
import { touch } from './touch.ts'
import { tree } from './tree.ts'
import { unzip } from './unzip.ts'
import { wc } from './wc.ts'
import { zip } from './zip.ts'

export const COMMANDS: Readonly<Record<ShellCommand, Command>> = {
  cat,
  cd,
  cp,
  du,
  echo,
  find,
  grep,
  head,
  help: helpOn(() => COMMANDS),
  ls,
  md5sum,
  mkdir,
  mv,
  printf,
  pwd,
  rm,
  sha256sum,
  stat,
  tail,
  touch,
  tree,
  unzip,
  wc,
  zip,
}
