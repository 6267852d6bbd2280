import { features } from '#features/index.ts'
import type { Desk } from './desk.ts'

/** Switches on every feature that has a switch, as an administrator would, so that pages show everything. */
export async function everythingOn({ harness }: Pick<Desk, 'harness'>): Promise<void> {
  const owner = await harness.signIn('owner')
  const channel = harness.channel('general')
  const greeting = { welcomeUpdate: true, welcome_channel: '#general' }
  const { status } = await owner.call('POST', `/api/guild/${harness.guildId}/greeting`, greeting)
  if (status !== 200) throw new Error(`the greeting was answered with ${status}`)
  for (const { contract, parts } of features)
    if (parts.switch) await harness.answerTo(await harness.as('owner').say(channel, `.config ${contract.name} on`))
}
