import { uploadTypes } from '#contract'
import type { GuildMember, RawFile } from 'discord.js'
import { z } from 'zod'
import type { UploadedFile } from '#contract'
import { type Context, job, jobHandle, type Services } from '#kernel/feature.ts'
import { UserError } from '#kit/errors.ts'
import { type AttachedFile, safeFileName } from '#kit/message/components/contract.ts'
import { limits } from '#kit/message/limits/contract.ts'
import type embeds from '../contract.ts'
import { pictureTypes } from '../contract.ts'
import { everyDraft } from '../drafts/rows.ts'

type Ctx = Context<typeof embeds> & { member: GuildMember }

/** Files of messages that are being written, stored until those are sent or deleted. */
const draftFiles = { name: 'embeds.files', types: uploadTypes, maxBytes: limits.fileBytes } as const
const keptMs = 24 * 60 * 60_000
/** The most files that one server can store for its drafts. */
const mostFiles = 200

const named = z.object({ fileId: z.string() })
const sweeping = jobHandle(named)

const isOurs = ({ id }: Pick<AttachedFile, 'id'>) => /^[0-9a-f]{32}$/.test(id)

const isUsed = (services: Services, guildId: string, fileId: string): boolean =>
  everyDraft(services, guildId).some(({ message }) => message.attachments.some(({ id }) => id === fileId))

/** Deletes a file that no draft contains a day after upload: it was taken out, or never saved. */
export const sweepFile = job({
  handle: sweeping,
  payload: named,
  promise: 'housekeeping',
  deletesOld: true,
  async run(services, { fileId }, { guildId }) {
    if (guildId === null) return
    if (isUsed(services, guildId, fileId)) sweepLater(services, guildId, fileId)
    else await services.files.of(draftFiles, guildId).delete(fileId)
  },
})

const sweepLater = ({ scheduler, now }: Services, guildId: string, fileId: string): void =>
  void scheduler.at(sweeping, { at: now() + keptMs, guildId, key: fileId, payload: { fileId } })

/** @throws UserError if the server has reached its limit of files, or has no room */
export async function keepFile(ctx: Ctx, { name, type, content }: UploadedFile) {
  const { files, guild, member } = ctx
  const kept = files.of(draftFiles, guild.id)
  if (kept.list().length >= mostFiles)
    throw new UserError('embeds.files-full', 'Drafts of this server have too many files. Delete some drafts.', 409)
  const filename = safeFileName(name.split(/[/\\]/).at(-1) ?? '')
  const { id, bytes } = await kept.put(content, { name: filename, type, userId: member.id })
  sweepLater(ctx, guild.id, id)
  return { id, filename, bytes }
}

/** An image for the preview, for members who may see drafts. @throws UserError 404 */
export function keptPicture({ files, guild }: Ctx, id: string) {
  const kept = files.of(draftFiles, guild.id)
  const type = pictureTypes.find(one => one === kept.list().find(file => file.id === id)?.type)
  const found = type === undefined ? undefined : kept.read(id)
  if (!found || type === undefined) throw new UserError('embeds.no-file', 'There is no such picture.', 404)
  return { name: found.name, type, content: found.content }
}

/** The files of a message, ready to send, in order; without those that Discord already has. */
export async function readFiles(
  { files, guild }: Ctx,
  attachments: readonly AttachedFile[],
): Promise<(RawFile & { description: string })[]> {
  const read: (RawFile & { description: string })[] = []
  for (const { id, filename, description } of attachments.filter(isOurs)) {
    const found = files.of(draftFiles, guild.id).read(id)
    if (!found) throw new UserError('embeds.no-file', `${filename} is not here any more. Add it again.`, 404)
    const parts: Buffer[] = []
    for await (const part of found.content) parts.push(Buffer.from(part as Uint8Array))
    read.push({ name: filename, data: Buffer.concat(parts), contentType: found.type, description })
  }
  return read
}

/** Replaces the sizes in a body with those of the stored files. @throws UserError if a file no longer exists */
export function withStoredSizes({ files, guild }: Ctx, attachments: readonly AttachedFile[]): AttachedFile[] {
  const known = new Map(
    attachments.length === 0
      ? []
      : files
          .of(draftFiles, guild.id)
          .list()
          .map(one => [one.id, one]),
  )
  return attachments.map(file => {
    if (!isOurs(file)) return file
    const found = known.get(file.id)
    if (!found) throw new UserError('embeds.no-file', `${file.filename} is not here any more. Add it again.`, 404)
    return { ...file, bytes: found.bytes }
  })
}

/** Deletes the files of a message that is gone, except those that other drafts contain. */
export async function dropUnusedFiles(ctx: Ctx, attachments: readonly AttachedFile[]): Promise<void> {
  const { files, guild, scheduler } = ctx
  for (const { id } of attachments.filter(isOurs)) {
    if (isUsed(ctx, guild.id, id)) continue
    await files.of(draftFiles, guild.id).delete(id)
    scheduler.cancel(sweeping, id)
  }
}
