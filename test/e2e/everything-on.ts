import { features } from '#features/index.ts'
import type { Desk } from './desk.ts'

/** Switches every feature on that has a switch, as an administrator would: pages show all they have. */
export async function everythingOn({ harness }: Pick<Desk, 'harness'>): Promise<void> {
  const owner = await harness.signIn('owner')
  const channel = harness.channel('general')
  const greeting = { welcomeUpdate: true, welcome_channel: '#general' }
  const { status } = await owner.call('POST', `/api/guild/${harness.guildId}/greeting`, greeting)
  if (status !== 200) throw new Error(`the greeting was answered with ${status}`)
  for (const { contract, parts } of features)
    if (parts.switch) await harness.answerTo(await harness.as('owner').say(channel, `.config ${contract.name} on`))
}
