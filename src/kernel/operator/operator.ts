import { readFileSync, type Stats, unwatchFile, watchFile, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { binaryTypeOf } from '#kit/file-type.ts'
import { codeOf } from '#kit/errors.ts'
import type { Config } from '../config.ts'
import type { Logger } from '../log.ts'
import { type OperatorFile, type OperatorTexts, webhookIn } from './contract.ts'
import { type FileProblem, readOperatorFile } from './read-file.ts'
import { textsOf } from './texts.ts'

/** The operators' texts, as they are in `operator.json` in the data folder at this moment. */
export interface Operator {
  /** The path of the file, whether it exists or not. */
  path: string
  texts(): OperatorTexts
  /** Where messages from the contact form are delivered; undefined when they only wait in the dashboard. */
  delivery(): { channelId: string } | { webhook: { id: string; token: string } } | undefined
  /** Why the present file is ignored, if it is: then the last valid one still applies. */
  problem(): FileProblem | undefined
  /** Whether the name in it only applies after the next start. */
  nameWaits(): boolean
  /** The picture of a team member, by place; undefined if there is none that can be shown. */
  picture(place: number): Promise<{ type: string; content: Uint8Array } | undefined>
  close(): void
}

const mostCharacters = 256_000
const mostPictureBytes = 512 * 1024
/** How often to check whether the file has changed (ms): the system's file watches miss changes in mounted folders. */
const lookMs = 1000

/** Reads a file; undefined if it does not exist. */
function textIn(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

const reasonFor = (error: unknown): FileProblem => ({
  line: 1,
  reason: `It cannot be read (${codeOf(error) || 'unknown reason'}).`,
})

/** Reads the file synchronously, which is fine during a start, and again whenever it changes. */
export function createOperator(
  config: Pick<Config, 'dataDir' | 'productName' | 'supportUrl'>,
  log: Logger,
): Operator & { productName: string } {
  const path = join(config.dataDir, 'operator.json')
  /** The last valid file: after a restart it applies while the present one is broken. */
  const keptPath = join(config.dataDir, 'operator.last.json')
  let file: OperatorFile = {}
  let problem: FileProblem | undefined

  const readAt = (place: string): { file: OperatorFile; text: string } | { problem: FileProblem } => {
    try {
      const text = textIn(place) ?? '{}'
      if (text.length > mostCharacters) return { problem: { line: 1, reason: 'It is longer than 256,000 characters.' } }
      const read = readOperatorFile(text)
      return 'file' in read ? { ...read, text } : read
    } catch (error) {
      return { problem: reasonFor(error) }
    }
  }
  const keep = (text: string) => {
    try {
      if (textIn(keptPath) !== text) writeFileSync(keptPath, text, { mode: 0o600 })
    } catch (err) {
      log.warn({ err }, 'operator.json could not be kept for the next start')
    }
  }
  const look = () => {
    const read = readAt(path)
    problem = 'problem' in read ? read.problem : undefined
    if ('problem' in read) log.error({ file: path, ...read.problem }, 'operator.json is invalid and was ignored')
    else {
      file = read.file
      keep(read.text)
    }
  }

  look()
  if (problem) {
    const kept = readAt(keptPath)
    if ('file' in kept) file = kept.file
  }
  const productName = file.name ?? config.productName
  const started = { productName, supportUrl: config.supportUrl }
  let shown = textsOf(file, started)
  const onChange = (now: Stats, before: Stats) => {
    // Node calls this once for a file that does not exist.
    if (now.ino === 0 && before.ino === 0) return
    look()
    shown = textsOf(file, started)
    if (!problem) log.info({ file: path }, 'operator.json was read again')
  }
  watchFile(path, { interval: lookMs, persistent: false }, onChange)

  return {
    path,
    productName,
    texts: () => shown,
    delivery() {
      const { webhookUrl, channelId } = file.contact ?? {}
      const webhook = webhookUrl === undefined ? undefined : webhookIn(webhookUrl)
      if (webhook) return { webhook }
      return channelId === undefined ? undefined : { channelId }
    },
    problem: () => problem,
    nameWaits: () => (file.name ?? config.productName) !== productName,
    async picture(place) {
      const name = file.team?.[place]?.picture
      if (name === undefined) return undefined
      try {
        const content = await readAtMost(join(config.dataDir, 'operator', name), mostPictureBytes)
        const type = content && binaryTypeOf(content)
        return content && type && /^image\/(png|jpeg|webp)$/.test(type) ? { type, content } : undefined
      } catch (err) {
        log.warn({ err, picture: name }, 'a picture of the team cannot be read')
        return undefined
      }
    },
    close: () => unwatchFile(path, onChange),
  }
}

async function readAtMost(path: string, most: number): Promise<Uint8Array | undefined> {
  const handle = await open(path)
  try {
    return (await handle.stat()).size > most ? undefined : await handle.readFile()
  } finally {
    await handle.close()
  }
}
