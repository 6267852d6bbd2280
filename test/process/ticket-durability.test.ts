import { expect, test } from 'vitest'
import { joinGuild } from '#sandbox/world/members/join.ts'
import { createAccount } from '#sandbox/world/members/new-account.ts'
import { applicationOf } from '#sandbox/demo/environment.ts'
import { useKilledProduct } from '../killed-product.ts'
import { memberOf } from '../member.ts'
import { controlsOn } from '../ticket-panels.ts'
import { until } from '../until.ts'
import { createVisitor } from '../visitor.ts'

const product = useKilledProduct()

test('the process is killed again and again while tickets are opened: each requested one exists once', async () => {
  const { sandbox, home } = product
  const { context } = sandbox
  const { world } = context
  const guild = world.guilds.get(home.guildId)
  const application = applicationOf(sandbox)
  const general = [...(guild?.channelIds ?? [])].find(id => world.channels.get(id)?.channel.name === 'general') ?? ''
  const owner = createVisitor(sandbox, await product.run())
  await owner.signIn('owner')
  const post = async (path: string, body: unknown) => {
    const { status, body: answer } = await owner.call('POST', `/api/guild/${home.guildId}/tickets${path}`, body)
    expect(status).toBe(200)
    return answer as Record<string, { id: string } & string>
  }
  await post('/general', { twoStepTicket: false })
  const { panel } = await post('/panels', {
    title: 'Help',
    channel_id: general,
    max_open: 0,
    ticket_name_format: 'ticket-{number}',
  })
  const { message_id: posted } = await post(`/panels/${panel?.id}/deploy`, { channelId: general })
  const message = world.channels.get(general)?.messages.get(posted ?? '')
  if (!message) throw new Error('the panel was not posted')

  const rows = (where = '1') =>
    product.query<{ channel: string | null; message: string | null }>(
      `select channel_id as channel, open_message_id as message from tickets where ${where}`,
    )
  const made = () =>
    [...(guild?.channelIds ?? [])].filter(id => world.channels.get(id)?.channel.name?.startsWith('ticket-'))
  for (const kills of [1, 2, 3]) {
    const before = rows().length
    const people = Array.from({ length: 12 }, () => createAccount(context, 'crowd'))
    for (const id of people) joinGuild(context, id, home.guildId)
    const presses = people.map(id => {
      const place = { sandbox, applicationId: application.id, guildId: home.guildId }
      return memberOf(place, world.accounts.get(id)?.login ?? '').press(message, controlsOn(message)[0] ?? '')
    })
    await Promise.all(presses)
    await until('some to be there', () => rows().length > before + 6 && made().length > before + kills)
    await product.killed()
    await product.run()
    await until('all to be open', () => rows("state = 'opening'").length === 0)
  }
  const open = rows("state = 'open'")
  expect(open.map(({ channel }) => channel ?? '').toSorted((a, b) => a.localeCompare(b))).toEqual(
    made().toSorted((a, b) => a.localeCompare(b)),
  )
  for (const { channel, message: opening } of open) {
    const said = [...(world.channels.get(channel ?? '')?.messages.values() ?? [])]
    expect(said.map(({ id }) => id)).toEqual([opening])
  }
})
