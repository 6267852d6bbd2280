import type { UploadedFile } from '#contract'
import { UserError } from '#kit/errors.ts'
import { fileKind } from '#kernel/files/files.ts'
import type { Services } from '#kernel/feature.ts'
import { task } from '#kernel/workers/task.ts'
import personalizer, { largestPicture, pictureSides, pictureTypes } from './contract.ts'
import type measureTask from './measure.task.ts'

const kind = fileKind({ name: 'personalizer.pictures', types: pictureTypes, maxBytes: largestPicture })

/** How many images a server stores, so that changes can be undone for a while. */
const mostKept = 20

/** Images come from strangers, and a native library reads them. */
const measure = task<typeof measureTask>('features/personalizer/measure', {
  place: 'process',
  deadlineMs: 10_000,
  tooMuch: 'This picture takes too long to read. Use a smaller one.',
})

export const picturesOf = ({ files }: Pick<Services, 'files'>, guildId: string) => files.of(kind, guildId)

/** All of a picture. */
async function bytesOf(content: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of content) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** Stores an image. @throws UserError if it cannot be read, is too small or too large, or there is no room */
export async function keepPicture(
  services: Services,
  guildId: string,
  file: UploadedFile,
): Promise<{ id: string; name: string; width: number; height: number }> {
  const bytes = await bytesOf(file.content)
  const size = await services.workers.run(measure, bytes, guildId)
  if (!size)
    throw new UserError('personalizer.unreadable', 'This picture cannot be read. Save it again as PNG or JPEG.', 415)
  const { min, max } = pictureSides
  if (Math.min(size.width, size.height) < min || Math.max(size.width, size.height) > max)
    throw new UserError(
      'personalizer.size',
      `The picture has ${size.width} x ${size.height} px. Use one of ${min} to ${max} px on each side.`,
      422,
    )
  const pictures = picturesOf(services, guildId)
  const { id, name } = await pictures.put(bytes, { name: file.name.slice(0, 200), type: file.type })
  const { avatar, banner } = services.settings.read(guildId, personalizer)
  const inUse = new Set([id, avatar?.id, banner?.id])
  for (const old of pictures.list().slice(mostKept)) if (!inUse.has(old.id)) await pictures.delete(old.id)
  return { id, name, ...size }
}

/** The image as a data URI for Discord; undefined if it is no longer stored. */
export async function pictureData(services: Services, guildId: string, id: string): Promise<string | undefined> {
  const found = picturesOf(services, guildId).read(id)
  return found && `data:${found.type};base64,${(await bytesOf(found.content)).toString('base64')}`
}
