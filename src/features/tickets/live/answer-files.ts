import type { GuildMember } from 'discord.js'
import { z } from 'zod'
import type { UploadedFile } from '#contract'
import { UserError } from '#kit/errors.ts'
import { job, jobHandle } from '#kernel/feature.ts'
import type { TicketContext } from '../life/duties.ts'
import { answerFileTypes, largestFile, mostFiles, mostTogether } from './contract.ts'

/** Files that somebody is about to send with an answer, until it is sent or they are removed from it. */
const waitingFiles = { name: 'tickets.answer-files', types: answerFileTypes, maxBytes: largestFile } as const

/**
 * How many waiting files one person may have: those of two answers, as after reloading the page. The oldest are
 * deleted.
 */
const mostWaiting = 2 * mostFiles
/** An answer's files are deleted after a day if it has not been sent. */
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

/** Removes paths and invisible characters from a file name. */
const plainName = (name: string): string =>
  [...(name.split(/[/\\]/).at(-1) ?? '').replaceAll(/\p{C}/gu, '')].slice(-100).join('') || 'file'

/**
 * Keeps a file in the server's folder until the answer is sent. The number of files is checked when the answer is sent:
 * an upload whose response was lost, or whose page was left, has not used any of them up.
 * @throws UserError if the server has no room
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

/** Files that were added to an answer, in the order in which they were added. */
export interface AnswerFile {
  id: string
  name: string
  bytes: number
}

/** @throws UserError if one is no longer there, or their total size is too large */
export function demandAnswerFiles(ctx: TicketContext, member: GuildMember, ids: readonly string[]): AnswerFile[] {
  const own = new Map(ids.length === 0 ? [] : waitingOf(ctx, member).map(one => [one.id, one]))
  const found = ids.map(id => {
    const one = own.get(id)
    if (!one) throw new UserError('tickets.no-file', 'A file is no longer available. Remove it and add it again.', 404)
    return one
  })
  if (found.reduce((sum, { bytes }) => sum + bytes, 0) > mostTogether)
    throw new UserError(
      'tickets.files-large',
      `The files of one answer may be at most ${mostTogether / 1024 ** 2} MiB in total. Send some of them in another answer.`,
      413,
    )
  return found
}

/** Returns the files in the form in which they are sent to Discord. */
export const asAttachments = ({ files, guild }: TicketContext, some: readonly AnswerFile[]) =>
  some.flatMap(({ id, name }) => {
    const kept = files.of(waitingFiles, guild.id).read(id)
    return kept ? [{ attachment: kept.content, name }] : []
  })

/** Removes a file from an answer, or all of them once it is sent. Never deletes files of other people. */
export async function dropAnswerFiles(ctx: TicketContext, member: GuildMember, ids: readonly string[]): Promise<void> {
  const { files, guild, scheduler } = ctx
  for (const { id } of ids.length === 0 ? [] : waitingOf(ctx, member).filter(one => ids.includes(one.id))) {
    await files.of(waitingFiles, guild.id).delete(id)
    scheduler.cancel(dropping, id)
  }
}
