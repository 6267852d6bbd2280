import type { Services } from '#kernel/feature.ts'
import { keptPicture, keptPictures } from '../journal/pictures.ts'
import type { IdMap } from './id-map.ts'
import type { FileMark } from './steps.ts'

export interface KeptFile {
  /** Media type. */
  type: string
  data: Buffer
}

/** A picture was kept under its name and its object's id at that time: the first ones, or the current ones. */
const possibleNames = (file: FileMark['$file'], { now }: IdMap): FileMark['$file'][] => [
  file,
  { ...file, id: now(file.id), value: now(file.value) },
]

/** Returns whether the content of a server's picture or sound is kept at this moment. */
export function keptFiles(services: Services, guildId: string, ids: IdMap): (file: FileMark['$file']) => boolean {
  const isThere = keptPictures(services, guildId)
  return file => possibleNames(file, ids).some(isThere)
}

/** The content of a picture or sound; undefined when it was not kept. */
export async function readFile(
  services: Services,
  guildId: string,
  file: FileMark['$file'],
  ids: IdMap,
): Promise<KeptFile | undefined> {
  for (const name of possibleNames(file, ids)) {
    const kept = await keptPicture(services, guildId, name)
    if (kept) return { type: kept.type, data: kept.content }
  }
  return undefined
}
