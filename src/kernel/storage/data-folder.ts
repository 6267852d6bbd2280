/** The names of what a data folder contains, and a backup of it as well. */
export const databaseName = 'palisade.sqlite'
/** The folder with the files that guilds keep. */
export const filesName = 'files'
export const secretName = 'session-secret'
