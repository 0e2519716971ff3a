// Every call of the API, by chapter, and the named schemas of the reference.
import type { ZodType } from 'zod'
import { activity, activityEntry } from '../activity.ts'
import { playTime, rom } from '../arcade.ts'
import { brandingRecord } from '../branding.ts'
import {
  calendarBody,
  calendarChange,
  calendarImport,
  calendarRecord,
  calendarWindow,
  changeEventBody,
  deletedEvent,
  eventFields,
  eventOccurrence,
  eventRecord,
  deviceBody,
  deviceRecord,
  feedBody,
  feedRecord,
} from '../calendar.ts'
import { auditEntry } from '../audit.ts'
import { errorCode, problem } from '../errors.ts'
import {
  aliveFrame,
  calendarFrame,
  changedFrame,
  eventFrame,
  importFrame,
  operationFrame,
  placesFrame,
  remindersFrame,
  resyncFrame,
  sessionFrame,
} from '../events.ts'
import { followBody, followRecord } from '../follows.ts'
import { changeImportBody, importBody, importDetails, importFailure, importFile, importRecord } from '../imports.ts'
import { archiveFolder, archiveItem, archiveScan, compressBody, extractBody } from '../opened-archives.ts'
import { operationRecord } from '../operations.ts'
import { permissions } from '../permissions.ts'
import { dayPhotos } from '../photo-days.ts'
import { listedPlace, listedPlaces } from '../places.ts'
import { pushBody, pushDevice, pushState } from '../push.ts'
import { ownReminders, reminder, reminderAnswer, reminderList } from '../reminders.ts'
import { fileResource, folderResource, item, resource } from '../resources.ts'
import { folderView } from '../folder-views.ts'
import { found } from '../search.ts'
import { device, loginBody, sessionRecord, signupBody } from '../session.ts'
import { settings, settingsRecord } from '../settings.ts'
import { changeShareBody, createShareBody, sharedResource, shareLink } from '../shares.ts'
import { statusRecord } from '../status.ts'
import { sameSizes, storageMap } from '../storage-map.ts'
import { fileVersion, restoreBody, trashNote } from '../trash.ts'
import { changeUserBody, rule, sorting, userFields, userRecord } from '../users.ts'
import { activityChapter } from './activity.ts'
import { arcadeChapter } from './arcade.ts'
import { archivesChapter } from './archives.ts'
import { auditChapter } from './audit.ts'
import { calendarChapter } from './calendar.ts'
import type { Call, Chapter } from './call.ts'
import { contentChapter } from './content.ts'
import { filesChapter } from './files.ts'
import { followsChapter } from './follows.ts'
import { folderViewsChapter } from './folder-views.ts'
import { importsChapter } from './imports.ts'
import { historyChapter, operationsChapter } from './history.ts'
import { liveChapter } from './live.ts'
import { photoDaysChapter } from './photo-days.ts'
import { placesChapter } from './places.ts'
import { peopleChapter, settingsChapter } from './people.ts'
import { pushChapter } from './push.ts'
import { remindersChapter } from './reminders.ts'
import { serverChapter } from './server.ts'
import { sessionChapter } from './session.ts'
import { sharingChapter } from './sharing.ts'
import { storageMapChapter } from './storage-map.ts'
import { uploadsChapter } from './uploads.ts'
import { ytDlpChapter } from './yt-dlp.ts'

export const CHAPTERS: readonly Chapter[] = [
  sessionChapter,
  filesChapter,
  contentChapter,
  archivesChapter,
  folderViewsChapter,
  uploadsChapter,
  historyChapter,
  sharingChapter,
  placesChapter,
  storageMapChapter,
  activityChapter,
  photoDaysChapter,
  importsChapter,
  followsChapter,
  ytDlpChapter,
  arcadeChapter,
  calendarChapter,
  remindersChapter,
  pushChapter,
  operationsChapter,
  liveChapter,
  peopleChapter,
  settingsChapter,
  auditChapter,
  serverChapter,
]

export const CALLS: readonly Call[] = CHAPTERS.flatMap(({ calls }) => calls)

/** Schemas of answers. */
export const ANSWER_SCHEMAS: Readonly<Record<string, ZodType>> = {
  Resource: resource,
  FileResource: fileResource,
  FolderResource: folderResource,
  Item: item,
  Sorting: sorting,
  FolderView: folderView,
  Found: found,
  ArchiveFolder: archiveFolder,
  ArchiveItem: archiveItem,
  ArchiveScan: archiveScan,
  SessionRecord: sessionRecord,
  Device: device,
  AuditEntry: auditEntry,
  UserRecord: userRecord,
  Permissions: permissions,
  Rule: rule,
  Settings: settingsRecord,
  BrandingRecord: brandingRecord,
  TrashNote: trashNote,
  FileVersion: fileVersion,
  ShareLink: shareLink,
  ListedPlace: listedPlace,
  ListedPlaces: listedPlaces,
  StorageMap: storageMap,
  SameSizes: sameSizes,
  DayPhotos: dayPhotos,
  Activity: activity,
  ActivityEntry: activityEntry,
  SharedResource: sharedResource,
  OperationRecord: operationRecord,
  ImportRecord: importRecord,
  ImportDetails: importDetails,
  ImportFile: importFile,
  ImportFailure: importFailure,
  FollowRecord: followRecord,
  Rom: rom,
  PlayTime: playTime,
  CalendarWindow: calendarWindow,
  CalendarRecord: calendarRecord,
  EventOccurrence: eventOccurrence,
  EventRecord: eventRecord,
  CalendarChange: calendarChange,
  DeletedEvent: deletedEvent,
  CalendarImport: calendarImport,
  FeedRecord: feedRecord,
  DeviceRecord: deviceRecord,
  Reminder: reminder,
  ReminderList: reminderList,
  PushState: pushState,
  PushDevice: pushDevice,
  StatusRecord: statusRecord,
  Problem: problem,
  ErrorCode: errorCode,
  EventFrame: eventFrame,
  AliveFrame: aliveFrame,
  ResyncFrame: resyncFrame,
  ChangedFrame: changedFrame,
  OperationFrame: operationFrame,
  SessionFrame: sessionFrame,
  PlacesFrame: placesFrame,
  ImportFrame: importFrame,
  CalendarFrame: calendarFrame,
  RemindersFrame: remindersFrame,
}

/** Schemas of requests. */
export const BODY_SCHEMAS: Readonly<Record<string, ZodType>> = {
  LoginBody: loginBody,
  ImportBody: importBody,
  ChangeImportBody: changeImportBody,
  FollowBody: followBody,
  CalendarBody: calendarBody,
  EventFields: eventFields,
  ChangeEventBody: changeEventBody,
  FeedBody: feedBody,
  DeviceBody: deviceBody,
  ReminderAnswer: reminderAnswer,
  OwnReminders: ownReminders,
  PushBody: pushBody,
  SignupBody: signupBody,
  ChangeUserBody: changeUserBody,
  UserFields: userFields,
  PermissionsBody: permissions,
  RuleBody: rule,
  SettingsBody: settings,
  ExtractBody: extractBody,
  CompressBody: compressBody,
  RestoreBody: restoreBody,
  CreateShareBody: createShareBody,
  ChangeShareBody: changeShareBody,
}
