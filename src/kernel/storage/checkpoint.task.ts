import Database from 'better-sqlite3'

/**
 * Copies as much as possible of the write-ahead log into the database, on a separate connection, while others read and
 * write.
 */
export default function checkpoint({ file }: { file: string }): void {
  const db = new Database(file, { fileMustExist: true, timeout: 0 })
  try {
    db.pragma('wal_checkpoint(PASSIVE)')
  } finally {
    db.close()
  }
}
