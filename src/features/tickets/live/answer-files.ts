import type { GuildMember } from 'discord.js'
import { z } from 'zod'
import type { UploadedFile } from '#contract'
import { UserError } from '#kit/errors.ts'
import { job, jobHandle } from '#kernel/feature.ts'
import type { TicketContext } from '../life/duties.ts'
import { answerFileTypes, largestFile, mostFiles, mostTogether } from './contract.ts'

/** Files that somebody is about to send with an answer, until it is sent or they are taken out of it. */
const waitingFiles = { name: 'tickets.answer-files', types: answerFileTypes, maxBytes: largestFile } as const

/** Files of one person that wait: those of two answers, as of a page that was loaded anew. The oldest go. */
const mostWaiting = 2 * mostFiles
/** An answer that is not sent within a day is not sent any more. */
const keptMs = 24 * 60 * 60_000

const named = z.object({ fileId: z.string() })
const dropping = jobHandle(named)

export const dropAnswerFile = job({
  handle: dropping,
  payload: named,
  promise: 'housekeeping',
  deletesOld: true,
  async run({ files }, { fileId }, { guildId }) {
    if (guildId !== null) await files.of(waitingFiles, guildId).delete(fileId)
  },
})

const waitingOf = ({ files, guild }: TicketContext, { id }: GuildMember) =>
  files
    .of(waitingFiles, guild.id)
    .list()
    .filter(({ userId }) => userId === id)

/** What a name may hold: no path, nothing unseen. */
const plainName = (name: string): string =>
  [...(name.split(/[/\\]/).at(-1) ?? '').replaceAll(/\p{C}/gu, '')].slice(-100).join('') || 'file'

/**
 * Keeps a file in the server's folder until the answer is sent. How many there are is counted in the answer: whoever heard
 * of none that they sent, or left their page, has not used them.
 * @throws UserError where the server has no room
 */
export async function keepAnswerFile(ctx: TicketContext, member: GuildMember, { name, type, content }: UploadedFile) {
  const { files, guild, scheduler, now } = ctx
  const kept = await files.of(waitingFiles, guild.id).put(content, { name: plainName(name), type, userId: member.id })
  const { id: fileId, bytes } = kept
  scheduler.at(dropping, { at: now() + keptMs, guildId: guild.id, key: fileId, payload: { fileId } })
  const others = waitingOf(ctx, member).flatMap(({ id }) => (id === fileId ? [] : [id]))
  await dropAnswerFiles(ctx, member, others.slice(mostWaiting - 1))
  return { id: fileId, name: kept.name, bytes }
}

/** Files that were put into an answer, as their owner put them there. */
export interface AnswerFile {
  id: string
  name: string
  bytes: number
}

/** @throws UserError where one is not there any more, or all together are too large */
export function demandAnswerFiles(ctx: TicketContext, member: GuildMember, ids: readonly string[]): AnswerFile[] {
  const own = new Map(ids.length === 0 ? [] : waitingOf(ctx, member).map(one => [one.id, one]))
  const found = ids.map(id => {
    const one = own.get(id)
    if (!one) throw new UserError('tickets.no-file', 'A file is not here any more. Remove it and add it again.', 404)
    return one
  })
  if (found.reduce((sum, { bytes }) => sum + bytes, 0) > mostTogether)
    throw new UserError(
      'tickets.files-large',
      `The files of one answer may have ${mostTogether / 1024 ** 2} MiB together. Send some in another one.`,
      413,
    )
  return found
}

/** As they are sent to Discord. */
export const asAttachments = ({ files, guild }: TicketContext, some: readonly AnswerFile[]) =>
  some.flatMap(({ id, name }) => {
    const kept = files.of(waitingFiles, guild.id).read(id)
    return kept ? [{ attachment: kept.content, name }] : []
  })

/** Takes a file out of an answer, or all once it is sent. Of others it deletes none. */
export async function dropAnswerFiles(ctx: TicketContext, member: GuildMember, ids: readonly string[]): Promise<void> {
  const { files, guild, scheduler } = ctx
  for (const { id } of ids.length === 0 ? [] : waitingOf(ctx, member).filter(one => ids.includes(one.id))) {
    await files.of(waitingFiles, guild.id).delete(id)
    scheduler.cancel(dropping, id)
  }
}
