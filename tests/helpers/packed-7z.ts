// 7-Zip archives. Most are stored here, because no package of the project can write them.
import { crc32 } from 'node:zlib'

const bytesOf = (text: string): Buffer => Buffer.from(text, 'base64')

/** `a.txt` ("hello " 100,000 times), `d/empty/`, `d/é 😀.txt` ("y"), one with a long name ("z"), and a link. */
export const PLAIN_7Z = bytesOf(
  'N3q8ryccAASs8FSnfgEAAAAAAAAXAAAAAAAAANrnEiHpJ8wAr10ANBlJ7o3pX8Hw9xdEUIViwwiC3GETYDPhkbVpUyUeunFPq/GI' +
    '3bePcyEGPmm/DAbuG5xFKD8p/hh0Y25qz8aSdCIkWGCpbASd6wiICdx0SnsuTPUrbPUAXXC8odZakNCYqPgGi9n1f9YNGz99d6uD' +
    'FCFu0dV68z4UU2J2rFnk5VsFCPnH2q38+1IrdM0eWyBC+d1TPfgpZAk7gMskrrqKkii9GMtWL0hVd5NsUAI+AADgBQcAv10AAIEz' +
    'B64P1TDfctck0c/j92TRWslv34CaU9wQoOsV+mYW98EIWdb6Szcm+pVaCfNE5+jKwRb+a9UUtoHw1Y5fzqzff9R/V3LYUMztLL6K' +
    'xkCYhqLvS4+15k9quMrDH68YOuaq2PzICqMyJrfn63zsWzOFo3e+4oITP4K0eslmNo1CsOnYHgEYrp469P9wL76FPRbA/FL7kQTY' +
    'hZ1j6E1bUoZb1NBEl5gQu/TjEjH6iWLGx28dfYdizeji/mTlAAAAFwaAtwEJgMcABwsBAAEhIQEYDIUIAAA=',
)
/** `a.txt`, encrypted. */
export const ENCRYPTED_7Z = bytesOf(
  'N3q8ryccAARFmI7BeQAAAAAAAAAUAAAAAAAAAIHWvcqvYqlPTBEuL1YY+uveVHAKAQBkAQQGAAEJEAoBbMH7oQAHCwEAAiQG8QcB' +
    'ElMP+PtgY+WzbSKIUZHP468LJSEhARgBAAwKBgAICgHl6KJcAAAFARENAGEALgB0AHgAdAAAABQKAQBw8+7Nx3zdARUGAQAggICB' +
    'AAAAFwYQAQlpAAcLAQABISEBGAxlAAA=',
)
/** The same, with its name encrypted too. */
export const LOCKED_7Z = bytesOf(
  'N3q8ryccAARmZVw3gAAAAAAAAAAoAAAAAAAAABzVkkbv4OEJKrQ/f+pZQlhlw16/pVIxVZcujxiLqKXoCXOtI+fQz9hGi5SR0cqz' +
    'mFEjNbKs4N1/zg3Fz0/GbGWtgLJImkTU0VplmavayvUNDFl9ZFrlB3YcujbTEilx4SJaJkoW+6lZe26H+VwxjXT15SHbiGUO6xo2' +
    'dTAEH0ENSYMe+RcGEAEJcAAHCwEAASQG8QcBElMPn/PDLwgm6/HDw9xQdJxOjAxlAAA=',
)

/** The machine code of 500 calls of one function, for which 7-Zip has filters. */
export const CALLS = Buffer.concat(
  Array.from({ length: 500 }, (_, index) => {
    const call = Buffer.from([0xe8, 0, 0, 0, 0])
    call.writeInt32LE(4000 - 5 * index, 1)
    return call
  }),
)
/** `a.txt` ("hello " 1,000 times) and `run.exe` (`CALLS`), by the way they are packed. */
export const PACKED_7Z = {
  LZMA: bytesOf(
    'N3q8ryccAARNl160iAIAAAAAAAAhAAAAAAAAAHiG2hsANBlJ7o3pX8Hw9xdEUIViwwiC3GETYDPhkbVpUyUeunFPq+wQq3wf7WDh69' +
      'U0Ez5jBVeuG/daB8R19ZgOFb7LjzqmXDGpggzNfSggbWzUDZcNe6I+doogB27PR2fS4wmg+DP4Q1QalK5YhhjsYYes+pbob9rva3qm' +
      'b8ia4d0CjWv5uKH8Exbt4cBxG+IQM6pd842LAx7UukerI2AOww7OtItJhsqWzSqV4LCx+iPXtP4HmpB+c2cjxKt8Kob8kuz7b1xzFG' +
      'kBsNCGG7YxpsfHclMFT6ICbdpJNJEK2dm+LEHIOr7C27xHusxUPB+E2py5kmJlF2ySYMDD7JZVA7fp7JPXP5hyeGo3WDpb+fy/k/1j' +
      '8nsvbSMgT5/qM5SdpYkd5sJ00Lv7wr6+R2sG1nY4jngcq20HMt6r9gmQiMDNOnN1Pc2xr1lS7JAq2sBxRt2lKxf6MUUy2PPI1b8VWO' +
      'K7K+8+FQxDsPDbvafF1AmCPMHJRAxm8WaGF3uNWuw6SdL5EsYv43UhyzG6MKwtnuovCgOXHZqa2IyYC444LLBiULT8IGwgwR+eVFmG' +
      'EE9diwU6Jbxe0hDB9SX4Mrcqsa5sM5KykrnfPiryyFZtEtUw/eB3TZabmaRn3vCr6bCPMEBYNu1c1ZLcpY82iH7WMCPa87XP4SKPCV' +
      'yigjKKH6RhwcIowDLF/q+xHi4WZk/v1nkfW2Czu9V+haFX8X+8Ls+aISmRV1JCPsAhH14yAACBMweuD9VDy+wXJNP+s34x4pabsPLn' +
      'GdrFlai+erOAsMc/Oe3thtqLhbqjeO+azCjInso8kE62AEpOGOZTceJcBRSas2OQ0oaM7LQezapUgjsYoOEXYbWU9+AXBoIsAQlcAA' +
      'cLAQABIwMBAQVdABAAAAxqCgF5yHtqAAA=',
  ),
  'LZMA after a filter of programs': bytesOf(
    'N3q8ryccAAS05OVMOAAAAAAAAABqAAAAAAAAAJ7SjbUANBlJ7o3pX8Hw9xdEUIViwwiC3GETYDPhkbVpUyUeunFPq+wQpR8WohkhBY' +
      '6/NFoxmsl0EcXAAAEEBgABCTgABwsBAAIjAwEBBV0AMAAABAMDAQMBAAyhNKE0AAgNAgmXcAoBwTcMQB8Km9UAAAUCGQMAAAARHQBh' +
      'AC4AdAB4AHQAAAByAHUAbgAuAGUAeABlAAAAFQoBACCApIEggKSBAAA=',
  ),
  'LZMA2 after a delta filter': bytesOf(
    'N3q8ryccAAQRQBk/UwAAAAAAAABqAAAAAAAAAExRwU/gITMAS10ANBlJ7o4+vCRxqFgxlEnCmrgqeXTd2KAmDBXtdT9lnlykvpDpSl' +
      'gd4cC7BvPfpb+13kyONlSwBsOLQ31v56EhBkjWrY0S5YsyBqlgAAEEBgABCVMABwsBAAIhIQEDIQMBBAEADKE0oTQACA0CCZdwCgHB' +
      'NwxAHwqb1QAABQIZCgAAAAAAAAAAAAARHQBhAC4AdAB4AHQAAAByAHUAbgAuAGUAeABlAAAAFQoBACCApIEggKSBAAA=',
  ),
  bzip2: bytesOf(
    'N3q8ryccAASfWb6RNQMAAAAAAAAhAAAAAAAAADFXCUZCWmg5MUFZJlNZfTjFkgAHP3////////////////////////////////////' +
      '/////////AAxwA4OBhIYAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAZKgAAAAMAAA0AAAAAAAAAAAAAAAAAAAAAAAAAAAA' +
      'AAAAAHv/1VVCpUAANAAAAAB6gAGgDAAAAAADQAAAA0AAA0NAAAGgADQAPUaDI0DRoGmgaaHqESkpof/71VKoP1QAAAAAAAAAAAAAAA' +
      'AAAAAAAAAAAAAAAAAAAAAAAAGwm6/hl/Db+HX8PvgAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAkkkkkkkkkk' +
      'kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkuAAAAAAAAFXXXXXXXXXFQcUAAgBBBBboAAFMoto6mwJwAGxt0+x3fF' +
      '5/X8Pr+f8doCKlJ6osrzEztji7DH+EiRsjLTdAPqa4hb3hEljFc3QMaxoT+igG5ucHiAiJCYoKiwuC2Nna29zdxj9BQ0UNHSkxOUFJ' +
      'T1deQtroPAJFMnMzy5jVM7IjIKALFszS2N7k6vAx9gIOGiYyOHSctMzk/RD6eqrbAha3F2GRwiZTIKls8vp6vlMmtoQdvgDRsjJysv' +
      'Mzc7P0NGPpqiqrK6wsrO1t7m7vb4jg4ZPFxsjKyy2doFzGprGdg1s7W2IGKAGGHfX5HAwcLDJE8TF6nV63X7HZ7Xb7nd73f8Hh8Xj8' +
      'nl83n9Hp9Xr9nt93vhocOHDhw4aTQAAAAAAAACIgAAAAAAAAERAAAAAAAAJAD5oAAAAAAAABEQAAAAAHeikEEKCCYwQQQoIUKFa9Vq' +
      'tVV7NVVqta1r1WwjgrWtVWta2BVVodVVqta1umqqtVrWtgVa9VVarWta9VWqrWwVVVXr1Wq9eta1VaqwV6rVVrVgVa1qwYu5IpwoSD' +
      '6cYskAAAgTMHrg/VR861ZyVHVwT6ezZQRPvsZr8yQl0vL8vbn6UsDA8hvcXc3HM1b5eiin8jScy0dX3QDpCCebvBaN2YcjooD1niPC' +
      '6YjdAWfWcJUf6DoBcGguEBCVQABwsBAAEjAwEBBV0AEAAADFoKARpgoeUAAA==',
  ),
  deflate: bytesOf(
    'N3q8ryccAAR8qVOIygMAAAAAAAAhAAAAAAAAAPHhiwrtxEMCGEAQRcHYtm3btm2bE9u2bdu2bdtOJrbZ7wzZ/lpUi6bOtUugtdZaa6' +
      '211lprrbXWWuv/2c8PHyCAn0VTaQKNpmE0kPpQd+pEbaklNaH6VIuqUgUqTcWoIOWh7JSJ0lIKSkzxKCZFofAUioJSAPoZzvpC7+kV' +
      'PaOHdIeu0yU6SyfoMO2jnbSF1tMqWkoLaDZNo4k0hobTIOpLPagztaNW1JQaUG2qRhWpDBWnQpSXclBmSkcpKQnFp1gUlSJQaApGAe' +
      'lXWOsrfaDX5OkR3aUbdJnO0Uk6QvtpF22lDbSaltFCmkPTaRKNpRE0mPpRT+pC7ak1NaOGVIeqUyUqSyWoMOWjnJSF0lMqSkoJKDZF' +
      'o4gUhoJTIPodxvpGH+kNPafHdI9u0hU6T6foKB2g3bSNNtIaWk6LaC7NoMk0jkbSEOpPvagrdSBHzakR1aUaVJnKUUkqQvkpF2WlDJ' +
      'SaklFCikPRKRKFpRAUmP6Etr7TJ3pLL+gJ3adbdJUu0Gk6RgdpD22nTbSWVtBimkczaQqNp1E0lAZQb+pGHakNtaDGVI9qUhUqT6Wo' +
      'KBWg3JSNMlIaSk6JKC7FoMgUjkJSEPobyvpBn+kdvaSn9IBu0zW6SGfoOB2ivbSDNtM6WklLaD7Noqk0gUbTMBpIfag7daK21JKaUH' +
      '2qRVWpApWmYlSQ8lB2ykRpKQUlpngUk6JQeApFQSkA/QxpfaH39Iqe0UO6Q9fpEp2lE3SY9tFO2kLraRUtpQU0m6bRRBpDw2kQ9aUe' +
      '1JnaUStqSg2oNlWjilSGilMhyks5KDOlo5SUhOJTLIpKESg0BaOA9CuE9ZU+0Gvy9Iju0g26TOfoJB2h/bSLttIGWk3LaCHNoek0ic' +
      'bSCBpM/agndaH21JqaUUOqQ9WpEpWlElSY8lFOykLpKRUlpQQUm6JRRApDwSkQ/Q5ufaOP9Iae02O6RzfpCp2nU3SUDtBu2kYbaQ0t' +
      'p0U0l2bQZBpHI2kI9ade1JU6kKPm1IjqUg2qTOWoJBWh/JSLslIGSk3JKCHFoegUicJSCApMf4JZ3+kTvaUX9ITu0y26ShfoNB2jg7' +
      'SHttMmWksraDHNo5k0hcbTKBpKA6g3daOO1IZaUGOqRzWpCpWnUlSUClBuykYZKQ0lp0QUl2JQZApHISkI/Q1q/aDP9I5e0lN6YP0D' +
      'AACBMweuD9VQcDaXJNP+spd6wRPpQaUJ9Zw7LsruemnHLb4hVmMUtmqPsJ/Q5oGTPbjCfFWVnM4Yzesrgue6/4kQ5ObZBbWRagEX5b' +
      '9RxHzgmupgFwaDdgEJVAAHCwEAASMDAQEFXQAQAAAMWgoByLDGVwAA',
  ),
  PPMd: bytesOf(
    'N3q8ryccAARR8B7kfwMAAAAAAAAhAAAAAAAAAA0HHJMAZ/uDfXAkW+QwAADpAMut36fRHC4WzZ0dtyqdYAfM0tAGQ0NC/fNphqp7VX' +
      'm0gnmVW44MNIssSgDNVWLJNnf4Cn2lNOffnqBtYncYIVn5pOWSwZFZR95NwDK6qaFpa8bHuE6D5Ky74XqmkrDduGTYKeTxKXwwlNLc' +
      '5PcoiF5TItmMGWQmcCK4atjb6ENXyqpv8Gsf+Szmhc3aD5bkc9LwpRaNC+RNMlPlYyPwC7RJS6TKe+JQegNzL9lm7I0eatbwD9hwN3' +
      'gIyE3HOAm4vCD20GOqKfYQ+NXSxzHENCXjUlZRF5+G7jERXgRvkWRrGGpwSgU+x/sB2By5klJjqba459hvAOovhyQRLl9vVP6RIJp1' +
      'YA8qJF4KE3V00rOza73YUfS5hrQVfyh7hHTnhXfH8gvcgD0S7uXdKZQL178D74mCO9EkWdbQtvnVTBRAuNfV+LKOTKQt8nJRMhGUwP' +
      '/pICdXyLDJJaqDGx5Fzv2R6NTkJw9QMCNU3ijBdnxw2U6ImTbZ8ReXLFVPQCSTRq+VuH6BV6pAtREBKja06BPdd6r/3vGIAGazVI8c' +
      'm5rdbAO0DF5s3uj3dqXA/gQtGC32B1S6Tw9Buj5PM9td5bT8H3PAcGdfw3rKzrS1p3QCqBl6Ee52kC+ULucag4FumOmdJiGtThqjGm' +
      'ODNXp+Wc2h9YNVlXYFw7xvB3CWdUo1g6esyXXvO7rIHL6ImyHNynGf2ASen5S4GiZDNEmaks8p2DRiDJDcTXEu7oR4kZkmu1N+PSMt' +
      'YFzFkBrc2m76YlBKFKiWKZOt3lxdWPRB8/n7usb5AOiWuLhO1QBQf9wJ6ntqJ6BQcAvECCqDrQMDFxtmqiJrXEo9fuq2A8ILFhTv4L' +
      'bAfz1PPdjVo3Rs7wSIXX0Y0TrlUFczR0UrawHHFVgVB6WENG2okV4X9EiGCaR5J2HUTqnzWTGtuDeLeESQRCFpJ9+KxX0YEKoJ3fs4' +
      'F5eIqT6727ZRVaqkcdMWYP7prjzYPyhQfWZe6x6Z4cWVqVMui4tP3p8GN9cAWhLe+1cYrC7+Lw689wFiIAttQCuqtunBviAAAIEzB6' +
      '4P1U6fChck0/6zfjHzoHzLqLQrb56RxYq67vKwejGIy465oQh2xOMPVNY95le4sOEwKghC7qCP4AsYrt+F+XMcWWnIm3m836EBvXNd' +
      'bbyPy4g+dQYgFwaDJAEJWwAHCwEAASMDAQEFXQAQAAAMagoBM/l59gAA',
  ),
  BCJ2: bytesOf(
    'N3q8ryccAAQIy8ueQAIAAAAAAACaAAAAAAAAAA2/XM4ANBlJ7o3pX8Hw9xdEUIViwwiC3GETYDPhkbVpUyUeunFPq+wQq3wf7WDh69' +
      'U0Ez5jBVeuG/daB8R19ZgOFb7LjzqmXDGpggzNfSggbWzUDZcNe6I+doogB27PR2fS4wmg+DP4Q1QalK5YhhjsYYes+pbob9rva3qm' +
      'b8ia4d0CjWv5uKH8Exbt4cBxG+IQM6pd842LAx7UukerI2AOww7OtItJhsqWzSqV4LCx+iPXtP4HmpB+c2cjxKt8Kob8kuz7b1xzFG' +
      'kBsNCGG7YxpsfHclMFT6ICbdpJNJEK2dm+LEHIOr7C27xHusxUPB+E2py5kmJlF2ySYMDD7JZVA7fp7JPXP5hyeGo3WDpb+fy/k/1j' +
      '8nsvbSMgT5/qM5SdpYkd5sJ00Lv7wr6+R2sG1nY4jngcq20HMt6r9gmQiMDNOnN1Pc2xr1lS7JAq2sBxRt2lKxf6MUUy2PPI1b8VWO' +
      'K7K+8+FQxDsPDbvafF1AmCPMHJRAxm8WaGF3uNWuw6SdL5EsYv43UhyzG6MKwtnuovCgOXHZqa2IyYC444LLBiULT8IGwgwR+eVFmG' +
      'EE9diwU6Jbxe0hDB9SX4Mrcqsa5sM5KykrnfPiryyFZtEtUw/eB3TZabmaRn3vCr6bCPMEBYNu1c1ZLcpY82iH7WMCPa87XP4SKPCV' +
      'yigjKKH6RhwcIowDLF/q+xHi4WZk/v1nkfW2Czu9V+haFX8X+8Ls+aISmRV1JCPsAhH14yAAAAAAAAAAAAAAAAAAAAAAAAAAABBAYA' +
      'BAmCLAoFBQAHCwEABCMDAQEFXQAwAAAjAwEBBV0AMAAAIwMBAQVdADAAABQDAwEbBAEFAAQBAwICBgEADAAAoTShNAAIDQIJl3AKAc' +
      'E3DEAfCpvVAAAFAhkPAAAAAAAAAAAAAAAAAAAAER0AYQAuAHQAeAB0AAAAcgB1AG4ALgBlAHgAZQAAABUKAQAggKSBIICkgQAA',
  ),
} as const

const START_BYTES = 32
const STORED = [1, 1, 0]

/** A NUMBER of the format in its longest form. */
function number(value: number): Buffer {
  const bytes = Buffer.alloc(9, 0xff)
  bytes.writeBigUInt64LE(BigInt(value), 1)
  return bytes
}

const numbers = (values: readonly number[]): Buffer => Buffer.concat(values.map(number))

/** One file and its packed block, of which only the sizes are needed. */
export interface Sized {
  name: string
  size: number
  /** Bytes of the block; `size` if it is stored. */
  packed?: number
  /** How the header describes its coder. */
  coder?: readonly number[]
}

/**
 * The bytes around the blocks of a 7z, which lie between them one after another: its first 32, and the header at its
 * end.
 */
export function around7z(files: readonly Sized[]): { start: Buffer; header: Buffer } {
  const packed = files.map(({ size, packed: bytes = size }) => bytes)
  const names = Buffer.from(files.map(({ name }) => `${name}\0`).join(''), 'utf16le')
  const header = Buffer.concat([
    Buffer.from([1, 4, 6]),
    numbers([0, files.length]),
    Buffer.from([9]),
    numbers(packed),
    Buffer.from([0, 7, 0x0b]),
    number(files.length),
    Buffer.from([0, ...files.flatMap(({ coder = STORED }) => coder), 0x0c]),
    numbers(files.map(({ size }) => size)),
    Buffer.from([0, 0, 5]),
    number(files.length),
    Buffer.from([0x11]),
    number(names.length + 1),
    Buffer.from([0]),
    names,
    Buffer.from([0, 0]),
  ])
  const start = Buffer.alloc(START_BYTES)
  start.write('377abcaf271c0004', 'hex')
  start.writeBigUInt64LE(BigInt(packed.reduce((sum, bytes) => sum + bytes, 0)), 12)
  start.writeBigUInt64LE(BigInt(header.length), 20)
  sign(start, header)
  return { start, header }
}

/** The archive with checksums that are right, whatever was changed in it. */
export function signed7z(archive: Buffer): Buffer {
  if (archive.length < START_BYTES) return archive
  const bytes = Buffer.from(archive)
  const from = START_BYTES + Number(bytes.readBigUInt64LE(12))
  sign(bytes.subarray(0, START_BYTES), bytes.subarray(from, from + Number(bytes.readBigUInt64LE(20))))
  return bytes
}

function sign(start: Buffer, header: Buffer): void {
  start.writeUInt32LE(crc32(header), 28)
  start.writeUInt32LE(crc32(start.subarray(12)), 8)
}
