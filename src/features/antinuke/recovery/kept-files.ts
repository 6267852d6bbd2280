import type { Services } from '#kernel/feature.ts'
import type { FileMark } from './steps.ts'

export interface KeptFile {
  /** Media type. */
  type: string
  data: Buffer
}

/** Whether the content of a picture or sound was kept. */
export const isKept = (_services: Services, _guildId: string, _file: FileMark['$file']): boolean => false

/** The content of a picture or sound; undefined when it was not kept. */
export const readFile = (
  _services: Services,
  _guildId: string,
  _file: FileMark['$file'],
): Promise<KeptFile | undefined> => Promise.resolve(undefined)
