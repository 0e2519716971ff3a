import { describe, expect, it } from '@jest/globals'
import { ejsVersionIn } from './demands.ts'

const metadata = (...lines: string[]) => ['Metadata-Version: 2.4', 'Name: yt-dlp', ...lines, '', 'About it'].join('\n')

describe('the yt-dlp-ejs that a yt-dlp demands', () => {
  it.each([
    ["Requires-Dist: yt-dlp-ejs==0.8.0; extra == 'default'", '0.8.0'],
    ['Requires-Dist: yt_dlp_ejs (==0.10) ; extra == "default"', '0.10'],
    ['requires-dist: YT-DLP-EJS == 1.2.3', '1.2.3'],
  ])('is the version that is named: %s', (line, version) => expect(ejsVersionIn(metadata(line))).toBe(version))

  it.each([
    'Requires-Dist: yt-dlp-ejs>=0.8.0',
    'Requires-Dist: yt-dlp-ejs==0.8.*',
    'Requires-Dist: yt-dlp-ejs-more==0.8.0',
    'Requires-Dist: requests==2.34.2',
    '',
  ])('is none where no single version is: %s', (line) => expect(ejsVersionIn(metadata(line))).toBeNull())

  it('is not what the description says', () =>
    expect(ejsVersionIn(`${metadata()}\nRequires-Dist: yt-dlp-ejs==9.9.9`)).toBeNull())
})
