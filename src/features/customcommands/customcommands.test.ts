import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { answerWith, type Commands, createCommands } from '#test/custom-commands.ts'
import { directMessagesTo } from '#test/direct-messages.ts'
import { createHarness, type Harness } from '#test/harness.ts'
import { textOf } from '#test/member.ts'
import { until } from '#test/until.ts'
import { budget } from './design/contract.ts'

let harness: Harness
let desk: Commands
let ahead = 0
beforeAll(async () => {
  harness = await createHarness({ now: () => Date.now() + ahead, writesPerMinute: 1000 })
  desk = await createCommands(harness)
})
afterAll(() => harness.close())
beforeEach(async () => {
  // Each test has a minute of its own.
  ahead += budget.minuteMs
  for (const { id } of await desk.list()) await desk.owner.call('DELETE', desk.under(`/commands/${id}`))
})

test('a command is made in the chat, used by its name or by a mention, listed, explained, changed and removed', async () => {
  const { told } = desk
  expect(await told('member1', '.customcommand list')).toContain(
    'This server has no commands of its own that you can use here.',
  )
  expect(await told('owner', '.customcommand add Rules Be kind, {user}: {args}.')).toContain(
    '`.rules` answers with that now.',
  )
  expect(await told('member1', '.RULES now please')).toBe('Be kind, jun_tan: now please.')
  expect(await told('member1', `<@${harness.botId}> rules`)).toBe('Be kind, jun_tan: .')
  expect(await told('member1', '.cc')).toContain('`.rules`')
  expect(await told('member1', '.cc info rules')).toContain('Used 2 times.')
  expect(await told('member1', '.cc info rulse')).toContain('Did you mean `rules`?')
  expect(await told('owner', '.cc edit rules Be very kind.')).toContain('answers with that now')
  expect(await told('member1', '.rules')).toBe('Be very kind.')
  // A placeholder that nothing fills in is kept, because braces may be intended, and reported.
  const unknown = await told('owner', '.cc edit rules {member.mention} hugs {arg.1}, {USER:nmae} and {such}!')
  expect(unknown).toContain('`{arg.1}` is not known here, so it stays as typed. Did you mean `{1}`?')
  expect(unknown).toContain('`{USER:nmae}` is not known here, so it stays as typed. Did you mean `{user.name}`?')
  expect(unknown).toMatch(/`\{such\}` is not known here, so it stays as typed\.$/)
  expect(unknown).not.toContain('`{member.mention}`')
  expect(await told('owner', '.cc add hug {members}')).toContain('Did you mean `{member}`?')
  expect(await told('member1', '.rules')).toContain('hugs {arg.1}')
  expect(await told('member1', '.cc remove rules')).toContain('Manage Server')
  expect(await told('owner', '.cc remove .rules')).toContain('`.rules` is gone.')
  expect(await desk.writtenDuring(() => harness.as('member1').say(harness.channel('general'), '.rules'))).toEqual([])
})

test('its name must be typable and neither built-in nor taken; a similar one is reported', async () => {
  const refusal = async (name: string) => (await desk.post({ name, text: 'x' })).body
  for (const [name, sentence] of [
    ['ban', 'one of my own commands'],
    ['prune', 'another word for my command `.purge`'],
    ['voice', 'one of my own commands'],
    ['two words', 'no spaces'],
    ['42', 'at least one letter'],
    ['', 'A name has 1 to 32'],
  ] as const)
    expect([name, await refusal(name)]).toEqual([
      name,
      expect.objectContaining({ success: false, fields: { name: expect.stringContaining(sentence) } }),
    ])
  expect(await desk.save({ name: 'Größe', text: 'x' })).toMatchObject({ name: 'größe', near: null })
  expect(await refusal('größe')).toMatchObject({ fields: { name: 'There is already a command `.größe`.' } })
  expect(await desk.told('owner', '.cc add kickk x')).toContain('It is easily mistyped for `.kick`.')
  expect(await desk.told('owner', '.cc info kick')).toContain('`.kick` is one of my own commands')
  expect(await desk.told('member1', '.größe')).toBe('x')
})

test('a misspelled one is suggested, and help knows it, for those who may use it', async () => {
  const staff = await desk.role('Staff')
  await desk.save({ name: 'opening', description: 'When we open', text: 'At nine.', arguments: [{ name: 'day' }] })
  await desk.save({ name: 'staffroom', text: 'Upstairs.', allowed_roles: [staff] })
  expect(await desk.told('member1', '.openign')).toContain('Did you mean `.opening`?')
  expect(await desk.told('member1', '.help opening')).toMatch(/\.opening \[day\]\nWhen we open/)
  expect(await desk.told('member1', '.help openin')).toContain('`.opening`')
  const help = await desk.told('member1', '.help')
  expect(help).toContain('Of this server\n`.opening`')
  expect(help).not.toContain('staffroom')
  expect(await desk.told('member1', '.cc info staffroom')).toContain('no command “staffroom”')
  expect(await desk.told('member1', '.staffroom')).toContain('You need <@&')
  await desk.wear('member2', [staff])
  expect(await desk.told('member2', '.staffroom')).toBe('Upstairs.')
})

test('words are filled in as typed, may have defaults, and have no working markup', async () => {
  await desk.save({
    name: 'hug',
    text: '{user} hugs {1}: {2}',
    arguments: [
      { name: 'who', fallback: '{user.name} themselves' },
      { name: 'why', fallback: 'no reason' },
    ],
  })
  const { told } = desk
  const mara = harness.as('member3').userId
  expect(await told('member1', '.hug')).toBe('jun_tan hugs jun_tan themselves: no reason')
  expect(await told('member1', '.hug "Salt Marsh" for a reason')).toBe('jun_tan hugs Salt Marsh: for a reason')
  const hostile = await desk.ask('member1', `.hug <@${mara}> {user.id} {1} @everyone [x](https://e.org)`)
  expect(hostile.content).toContain(`hugs <@${mara}>: {user.id} {1} @`)
  expect(hostile.content).not.toContain('@everyone')
  expect(hostile.content).not.toContain('](https')
  expect(hostile).toMatchObject({ mention_everyone: false, mentions: [] })
  await desk.save({ name: 'thank', text: 'Thanks, {1}!', arguments: [{ name: 'whom', required: true }] })
  expect(await told('member1', '.thank')).toContain('Missing: whom. Type `.thank <whom>`.')
})

test('it answers with a reply, in the channel or in private, and deletes the call', async () => {
  const { id } = await desk.save({ name: 'where', text: 'Here, in {channel}.', deletes_call: true })
  const general = harness.channel('general')
  const asked = await harness.as('member1').say(general, '.where')
  const answer = await harness.answerTo(asked)
  expect(answer).toMatchObject({ content: `Here, in <#${general}>.` })
  expect(answer.message_reference).toBeUndefined()
  await until('the call to be deleted', () => !harness.messages(general).some(one => one.id === asked.id))
  await desk.save({ id, deletes_call: false })
  expect((await desk.ask('member1', '.where')).message_reference).toMatchObject({ channel_id: general })
  await desk.save({ id, sends: 'channel' })
  expect((await desk.ask('member1', '.where')).message_reference).toBeUndefined()
  await desk.save({ id, sends: 'dm' })
  const { userId } = harness.as('member6')
  const during = await desk.writtenDuring(async () => {
    await harness.as('member6').say(general, '.where')
    await until('the direct message', () => directMessagesTo(harness, userId).length > 0)
  })
  expect(during).toEqual([])
  expect(directMessagesTo(harness, userId).map(textOf)).toEqual([
    `Here, in <#${general}>.\n-# Sent from Tidewater Makers`,
  ])
  const account = harness.sandbox.context.world.accounts.get(userId)
  if (account) account.directMessagesClosed = true
  expect(await desk.told('member6', '.where')).toContain('your direct messages are closed')
})

test('embeds are filled in as well, and parts that end up empty are not sent', async () => {
  const { embeds } = {
    embeds: [
      {
        title: 'Hello {user.mention}',
        description: '{args}',
        image: { url: 'https://example.org/{1}.png' },
        fields: [{ name: 'Second', value: '{2}' }],
      },
    ],
  }
  const { status, body } = await desk.post({ name: 'card', answers: [{ embeds }] })
  expect([status, body]).toEqual([200, expect.anything()])
  const { embeds: drawn } = await desk.ask('member1', '.card a/../b')
  expect(drawn).toMatchObject([{ title: 'Hello @jun_tan', description: 'a/../b' }])
  expect(drawn[0]?.image?.url).toContain('a%2F..%2Fb.png')
  expect(drawn[0]?.fields ?? []).toEqual([])
  expect(await desk.post({ name: 'big', answers: [answerWith('x'.repeat(2001))] })).toMatchObject({
    status: 400,
    body: { fields: { 'answers.0.content': expect.stringContaining('2,001 characters') } },
  })
  expect(await desk.post({ name: 'files', answers: [answerWith('', { kind: 'components' })] })).toMatchObject({
    status: 400,
    body: { fields: { 'answers.0': 'An answer is made from text and embeds.' } },
  })
  await desk.save({ name: 'echo', text: '{args}' })
  expect(await desk.told('member1', '.echo')).toContain('has no answer to that')
})

test('commands that are switched off, one or all, answer nobody', async () => {
  const { id } = await desk.save({ name: 'rest', text: 'Zzz.', on: false })
  const say = () => desk.writtenDuring(() => harness.as('member1').say(harness.channel('general'), '.rest'))
  expect(await say()).toEqual([])
  await desk.save({ id, on: true })
  expect(await say()).toEqual(['Zzz.'])
  const switched = (enabled: string) => desk.owner.call('POST', desk.under(''), { customcommandsUpdate: true, enabled })
  await switched('off')
  expect(await say()).toEqual([])
  await switched('on')
  expect(await say()).toEqual(['Zzz.'])
})

test('changes by others are not overwritten, and a deleted command can be restored from the history', async () => {
  const { id, revision } = await desk.save({ name: 'faq', text: 'One.' })
  expect(await desk.save({ id, revision, text: 'Two.' })).toMatchObject({ revision: revision + 1 })
  expect(await desk.post({ id, revision, text: 'Three.' })).toMatchObject({
    status: 409,
    body: { code: 'customcommands.conflict', conflict: { fields: [{ key: 'answers', label: 'Answers' }] } },
  })
  await desk.owner.call('DELETE', desk.under(`/commands/${id}`))
  expect(await desk.list()).toEqual([])
  const history = `/api/guild/${harness.guildId}/history`
  const { body } = await desk.owner.call('GET', `${history}?feature=customcommands`)
  const [newest] = (body as { revisions: { id: number; thing: unknown }[] }).revisions
  expect(newest).toMatchObject({ thing: { noun: 'command', act: 'deleted', name: 'faq' } })
  const restore = `${history}/${newest?.id}/restore`
  const { revision: seen, fields } = (await desk.owner.call('GET', restore)).body as {
    revision: number
    fields: { key: string }[]
  }
  const keys = fields.map(({ key }) => key)
  expect((await desk.owner.call('POST', restore, { revision: seen, keys })).status).toBe(200)
  expect(await desk.list()).toMatchObject([{ id, name: 'faq', uses: 0 }])
  expect(await desk.told('member1', '.faq')).toBe('Two.')
})
