import { monitorEventLoopDelay } from 'node:perf_hooks'
import { SnowflakeUtil } from 'discord.js'
import { closeTicket } from '#features/tickets/life/close.ts'
import { transcriptFor } from '#features/tickets/transcripts/rows.ts'
import { createHarness } from '../harness.ts'
import { createTicketDesk } from '../tickets.ts'
import type { Row } from './row.ts'

/** The most that the event loop may be delayed while a transcript is made and read, at the 99th percentile (ms). */
const targetMs = 20
/** The histogram's resolution (ms), which is included in each delay: it measures from tick to tick. */
const resolutionMs = 5

/**
 * Closes a ticket with many messages, makes its transcript, reads it page by page and downloads it in every format. The
 * sandbox and the reader run in the same process, so the product on its own delays the loop no more than this.
 */
export async function measureTranscript(messages: number): Promise<Row> {
  const harness = await createHarness()
  try {
    const desk = createTicketDesk(harness)
    const ticket = await desk.open('member1')
    const sample = await harness.as('member1').say(ticket.channelId ?? '', 'The **cone** dropped at `1,222` <@1> :(')
    const stored = harness.sandbox.context.world.channels.get(ticket.channelId ?? '')?.messages
    const first = stored?.get(sample.id)
    if (!stored || !first) throw new Error('no message')
    const present = [...stored]
    stored.clear()
    const before = Date.parse(first.timestamp) - messages * 1000
    for (let at = 0; at < messages; at++) {
      const time = before + at * 1000
      const id = SnowflakeUtil.generate({ timestamp: time }).toString()
      stored.set(id, { ...first, id, content: `${first.content} ${at}`, timestamp: new Date(time).toISOString() })
    }
    for (const [id, message] of present) stored.set(id, message)
    const owner = await harness.signIn('owner')
    const delay = monitorEventLoopDelay({ resolution: resolutionMs })
    delay.enable()
    const began = performance.now()
    await closeTicket(harness.product.services, desk.now(ticket), { by: null })
    const made = performance.now()
    const transcript = transcriptFor(harness.product.services, ticket)
    if (!transcript || transcript.messages < messages) throw new Error('not all of it was recorded')
    const under = `/api/guild/${harness.guildId}/tickets/transcripts/${transcript.id}`
    for (let after: string | null = ''; after !== null; ) {
      const { body } = await owner.call('GET', `${under}${after === '' ? '' : `?after=${after}`}`)
      after = (body as { next: string | null }).next
    }
    const read = performance.now()
    for (const format of ['html', 'txt', 'json']) {
      const { status } = await owner.call('GET', `${under}/download?format=${format}`)
      if (status !== 200) throw new Error(`${format}: ${status}`)
    }
    const end = performance.now()
    delay.disable()
    const late = Math.max(0, delay.percentile(99) / 1e6 - resolutionMs)
    const seconds = (from: number, to: number) => `${((to - from) / 1000).toFixed(1)} s`
    return {
      lines: [
        `a transcript of ${messages} messages: made in ${seconds(began, made)}, read in ${seconds(made, read)}, downloaded three times in ${seconds(read, end)}`,
        `  event loop late by ${late.toFixed(1)} ms at p99 (target ${targetMs})`,
      ],
      figures: { transcriptLoopDelayMs: late },
    }
  } finally {
    await harness.close()
  }
}
