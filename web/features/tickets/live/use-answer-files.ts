import { useRef, useState } from 'react'
import tickets from '#features/tickets/contract.ts'
import { largestFile, mostFiles, mostTogether } from '#features/tickets/live/contract.ts'
import { address, call } from '#web/app/api.ts'
import { sendFile } from '#web/app/send-file.ts'
import { randomUuid } from '#web/app/random-uuid.ts'

export interface ChosenFile {
  /** A key for this page only. */
  key: string
  name: string
  bytes: number
  /** A picture as a data URL, once it has been read. */
  preview?: string
  state: 'sending' | 'ready' | 'failed'
  /** How much of it has been uploaded, 0 to 1. */
  share: number
  /** The server's id for it, once it is uploaded. */
  id?: string
  error?: string
}

const shownTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp']
const mebibytes = (bytes: number) => bytes / 1024 ** 2

/** Why a file cannot be sent; undefined if it can. */
function problemOf({ size }: File): string | undefined {
  if (size === 0) return 'This file is empty.'
  return size > largestFile ? `Larger than ${mebibytes(largestFile)} MiB, which is Discord’s limit.` : undefined
}

const previewOf = (file: File): Promise<string | undefined> =>
  new Promise(resolve => {
    if (!shownTypes.includes(file.type)) return resolve(undefined)
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : undefined))
    reader.addEventListener('error', () => resolve(undefined))
    return reader.readAsDataURL(file)
  })

/** The files of the answer being written: each is uploaded to the server at once, and to Discord with the answer. */
export function useAnswerFiles(guildId: string, ticketId: string) {
  const [all, setAll] = useState<readonly ChosenFile[]>([])
  const [refused, setRefused] = useState<string>()
  const sending = useRef(new Map<string, AbortController>())
  const change = (key: string, part: Partial<ChosenFile>) =>
    setAll(known => known.map(one => (one.key === key ? { ...one, ...part } : one)))

  const start = async (key: string, file: File) => {
    void previewOf(file).then(preview => preview !== undefined && change(key, { preview }))
    const error = problemOf(file)
    if (error !== undefined) return change(key, { state: 'failed', error })
    const aborting = new AbortController()
    sending.current.set(key, aborting)
    try {
      const path = address(tickets.endpoints.addAnswerFile.path, { params: { guildId, ticketId } })
      const onProgress = (share: number) => change(key, { share })
      const reply = await sendFile(path, file, { signal: aborting.signal, onProgress })
      const { id } = tickets.endpoints.addAnswerFile.reply.pick({ id: true }).loose().parse(reply)
      change(key, { state: 'ready', share: 1, id })
    } catch (failure) {
      change(key, { state: 'failed', error: failure instanceof Error ? failure.message : 'It was not sent.' })
    } finally {
      sending.current.delete(key)
    }
  }

  return {
    all,
    /** Messages about files that were not accepted. */
    refused,
    /** Whether all can be sent: failed ones have to be removed first. */
    ready: all.every(({ state }) => state === 'ready'),
    add(files: readonly File[]) {
      const room = mostFiles - all.length
      const taken = files.slice(0, room)
      const bytes = [...all, ...taken.map(({ size }) => ({ bytes: size }))].reduce((sum, one) => sum + one.bytes, 0)
      if (bytes > mostTogether)
        return setRefused(`The files of one answer may be at most ${mebibytes(mostTogether)} MiB in total.`)
      setRefused(files.length > room ? `An answer has at most ${mostFiles} files.` : undefined)
      const added = taken.map(file => ({ key: randomUuid(), file }))
      setAll(known => [
        ...known,
        ...added.map(({ key, file }) => ({
          key,
          name: file.name,
          bytes: file.size,
          state: 'sending' as const,
          share: 0,
        })),
      ])
      for (const { key, file } of added) void start(key, file)
      return undefined
    },
    remove({ key, id }: ChosenFile) {
      sending.current.get(key)?.abort()
      setAll(known => known.filter(one => one.key !== key))
      setRefused(undefined)
      // The server deletes leftover files after a day.
      if (id !== undefined)
        void call(tickets, 'removeAnswerFile', { params: { guildId, ticketId, fileId: id } }).catch(() => undefined)
    },
    clear() {
      setAll([])
      setRefused(undefined)
    },
  }
}

export type AnswerFiles = ReturnType<typeof useAnswerFiles>
