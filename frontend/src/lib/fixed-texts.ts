// Texts that the specification has in Spanish, whatever the page's language.

export const FIXED_TEXTS = {
  calendarTitle: 'Calendario de usuarios',
  torrentsTitle: 'Importar torrents',
  videosTitle: 'Importar YouTube',
  heading: 'Importar torrent',
  submit: 'Subir y descargar',
  list: 'Descargas activas',
  chooseFirst: 'Selecciona un archivo primero.',
  started: 'Torrent subido con éxito! Descargando...',
  failed: 'Error al procesar el torrent.',
  refused: 'El servidor respondió con error.',
  notCancelled: 'Se ha cancelado la descarga.',
  noTorrents: 'El administrador no te ha concedido el permiso para importar torrents.',
  noVideos: 'El administrador no te ha concedido el permiso para importar de YouTube.',
  arcadeTitle: 'Emulador GB, GBC, GBA y NDS',
  gameTitle: 'Emulador - Juego',
  enterFullScreen: 'Entrar en pantalla completa',
  leaveFullScreen: 'Salir de pantalla completa',
  noRom: 'No se especificó ROM para cargar',
  noFullScreen: 'Error al activar pantalla completa: ',
} as const

export type FixedText = keyof typeof FIXED_TEXTS
