import { Duplex } from 'node:stream'
import { REST, Routes } from 'discord.js'
import { rehearseFrames } from './frame-priority.ts'
import { inAnyOrder, inLane } from './lanes.ts'
import { sendInLanes } from './send-in-lanes.ts'
import { spreadOverInstances } from './rest-instances.ts'

/** A connection to nobody that answers a request with success. */
function confirming(): Duplex {
  let isConfirmed = false
  return new Duplex({
    read: () => undefined,
    write(_piece, _encoding, written) {
      written()
      if (isConfirmed) return
      isConfirmed = true
      this.push('HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n')
      this.push(null)
    },
  })
}

/** Builds the part of a client that sanctions go through. */
function buildStage(): REST {
  const options = { api: 'http://localhost', version: '10', hashSweepInterval: 0, handlerSweepInterval: 0, retries: 0 }
  // Nothing may leave by a real connection: something may listen on this machine.
  const makeRequest = () => Promise.reject(new Error('a rehearsal must not send requests'))
  const rest = new REST({ ...options, makeRequest })
  const spare = { expect: () => undefined, take: confirming, close: () => undefined }
  spreadOverInstances({ rest, token: 'nobody' }, spare)
  sendInLanes(rest)
  return rest
}

/** One for the whole process: compiled code serves every client. */
let stage: REST | undefined

const [serverId, rogueId] = ['100000000000000000', '100000000000000001']

/** Sends a sanction to nobody: everything runs from its lane to the bytes on an open connection. */
async function rehearseSanction(): Promise<void> {
  const rest = (stage ??= buildStage())
  const body = { delete_message_seconds: 0 }
  await inLane('punish', () =>
    inAnyOrder(() => rest.put(Routes.guildBan(serverId, rogueId), { body, reason: 'Nobody' })),
  )
}

/**
 * Handles made-up frames and sends a request to nobody, so that the kernel's part of stopping an attack is compiled.
 * Nothing reaches Discord or is kept.
 */
export async function rehearseDiscord(): Promise<void> {
  await rehearseFrames()
  await rehearseSanction()
}
