import { Readable } from 'node:stream'
import { UserError } from '#kit/errors.ts'
import { binaryTypeOf, headBytes } from '#kit/file-type.ts'
import { createKeyedQueue } from '#kit/keyed-queue.ts'
import { formatBytes } from '#kit/numbers.ts'
import { processState, type Services } from '#kernel/feature.ts'
import type { Ticket } from '../life/rows.ts'
import { attachmentTypes, unknownType } from '../transcripts/contract.ts'
import type { Attachment } from './recorded-message.ts'
import { attachmentOf, attachmentsOf, settleAttachment } from './rows.ts'
import type { RecordedFile } from './message-content.ts'

const largest = 25 * 1024 ** 2

/** Attachments of tickets, in the server's folder. */
export const attachmentFiles = {
  name: 'tickets.attachments',
  types: attachmentTypes,
  maxBytes: largest,
} as const

const patienceMs = 60_000

/** The files of one ticket are copied one after another, independently of other tickets. */
const inTurn = processState(() => createKeyedQueue())

/** Whether a URL is one of Discord's file hosts: files are fetched from nowhere else. */
function isDiscords({ config }: Pick<Services, 'config'>, address: string): boolean {
  const url = URL.parse(address)
  const hosts = [config.discord.cdnUrl, 'https://cdn.discordapp.com', 'https://media.discordapp.net']
  return url !== null && hosts.some(host => new URL(host).origin === url.origin)
}

const notKept = (sentence: string) => new UserError('tickets.not-kept', sentence, 422)

/** The share of a server's room that one ticket may use, so that it cannot fill the room for everybody else. */
const share = 1 / 10
const most = 1 / 2

function demandShare(services: Services, ticket: Ticket, { bytes }: Attachment): void {
  const room = services.config.filesQuotaMiB * 1024 ** 2
  const allowed = Math.min(Math.max(room * share, largest), room * most)
  const used = attachmentsOf(services, ticket).reduce((sum, one) => (one.state === 'kept' ? sum + one.bytes : sum), 0)
  if (used + bytes > allowed) throw notKept(`The files of one ticket may be at most ${formatBytes(allowed)} in total.`)
}

/** Reads the first bytes to determine the type, and returns an iterator over the whole file. */
async function headOf(body: AsyncIterator<Uint8Array>) {
  const parts: Uint8Array[] = []
  for (let bytes = 0; bytes < headBytes; ) {
    const { value, done } = await body.next()
    if (done === true) break
    parts.push(value)
    bytes += value.byteLength
  }
  async function* whole() {
    yield* parts
    for (let part = await body.next(); part.done !== true; part = await body.next()) yield part.value
  }
  const head = Buffer.concat(parts.map(part => part.subarray(0, headBytes)))
  return { head, whole: Readable.from(whole()) }
}

async function fetched(services: Services, ticket: Pick<Ticket, 'guildId'>, row: Attachment, url: string) {
  if (!isDiscords(services, url)) throw notKept('It is not on one of Discord’s file servers.')
  const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(patienceMs) })
  if (response.status === 404 || response.status === 403) throw notKept('Discord does not have it any more.')
  if (!response.ok || !response.body) throw new Error(`Discord answered ${response.status} for a file`)
  const { head, whole } = await headOf(response.body[Symbol.asyncIterator]())
  const type = attachmentTypes.find(known => known === binaryTypeOf(head)) ?? unknownType
  const { id: fileId } = await services.files
    .of(attachmentFiles, ticket.guildId)
    .put(whole, { name: row.name ?? 'file', type, ...(row.authorId !== null && { userId: row.authorId }) })
  return { fileId, type }
}

/**
 * Copies a file of a ticket into the server's folder, once: Discord's URLs work for a day. If a file cannot be kept,
 * the reason is stored.
 * @returns whether to try again with a new URL
 */
export function keepAttachment(services: Services, ticket: Ticket, { id, url }: RecordedFile): Promise<boolean> {
  return inTurn(services)(String(ticket.id), async () => {
    const row = attachmentOf(services, ticket, id)
    if (row?.state !== 'waiting') return false
    try {
      if (row.bytes > largest) throw notKept('It is larger than 25 MiB.')
      demandShare(services, ticket, row)
      const { fileId, type } = await fetched(services, ticket, row, url)
      // Its author may have asked to be forgotten in the meantime.
      if (attachmentOf(services, ticket, id)?.authorId === row.authorId)
        settleAttachment(services, row, { state: 'kept', fileId, type })
      else await services.files.of(attachmentFiles, ticket.guildId).delete(fileId)
      return false
    } catch (error) {
      if (error instanceof UserError) settleAttachment(services, row, { state: 'not_kept', problem: error.message })
      else
        services.log.info(
          { err: error, guildId: ticket.guildId, ticketId: ticket.id },
          'a file of a ticket was not copied',
        )
      return !(error instanceof UserError)
    }
  })
}
