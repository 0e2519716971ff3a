// All parsers of foreign bytes.
import { calendarFiles, calendarFilesGrow, calendarTexts } from './calendars.ts'
import { davXml, davXmlGrows } from './dav.ts'
import { feedPagesGrow, feeds } from './feeds.ts'
import { addresses, conditions, cookies, disposition, headersGrow, ownCookies } from './headers.ts'
import { importsGrow, linkNames, programReleases, videoLines } from './imports.ts'
import { openedArchives } from './opened-archives.ts'
import { entryNames, pathsGrow, queries, selections, sessionTokens, shareTokens, urlPaths } from './paths.ts'
import { pictures } from './pictures.ts'
import { ranges, rangesGrow } from './ranges.ts'
import { rules, rulesGrow } from './rules.ts'
import { search, searchGrows } from './search.ts'
import { lines, patterns, quoting, shellGrows } from './shell.ts'
import { subtitleBytes, subtitlesGrow, subtitleTexts } from './subtitles.ts'
import type { Target } from './target.ts'
import { magnetLinks, torrentFiles } from './torrents.ts'
import { metadataGrows, uploadMetadata, uploadNumbers, uploadProtocol, uploadTimes } from './uploads.ts'
import { zips } from './zips.ts'

/** Targets with long inputs, which take longest. */
export const LONG_TARGETS: readonly Target[] = [
  rangesGrow,
  metadataGrows,
  ...headersGrow,
  ...subtitlesGrow,
  ...pathsGrow,
  rulesGrow,
  searchGrows,
  ...shellGrows,
  ...importsGrow,
  feedPagesGrow,
  calendarFilesGrow,
  davXmlGrows,
]

export const SHORT_TARGETS: readonly Target[] = [
  ranges,
  uploadNumbers,
  uploadMetadata,
  uploadTimes,
  uploadProtocol,
  disposition,
  cookies,
  ownCookies,
  conditions,
  addresses,
  urlPaths,
  queries,
  selections,
  entryNames,
  shareTokens,
  sessionTokens,
  zips,
  ...openedArchives,
  torrentFiles,
  feeds,
  calendarFiles,
  calendarTexts,
  davXml,
  magnetLinks,
  pictures,
  subtitleBytes,
  subtitleTexts,
  rules,
  search,
  lines,
  quoting,
  patterns,
  linkNames,
  videoLines,
  programReleases,
]
