// 7-Zip archives, stored here because no package of the project can write them.

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
