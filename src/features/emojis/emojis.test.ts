import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { useEmojiServer } from '#test/emoji-server.ts'
import { until } from '#test/until.ts'

const server = useEmojiServer()
const {
  life,
  state,
  path,
  list,
  cached,
  known,
  at,
  gif,
  png,
  named,
  listed,
  made,
  add,
  upload,
  picturesKept,
  idIn,
  ask,
} = server

test('a link, a file and an emoji of another server become emojis, each with its original name', async () => {
  // The page is up to date before Discord has sent any event about it.
  life.app.sandbox.context.conditions.gatewayLagMs = 50
  const linked = await add(at('/kiln%20fire.png'))
  expect(linked).toMatchObject({ status: 200, body: { emoji: { name: 'kiln_fire', animated: false }, waiting: null } })
  expect(await upload(gif, 'Spinning Wheel.gif')).toMatchObject({
    status: 200,
    body: { emoji: { name: 'Spinning_Wheel', animated: true } },
  })
  const foreign = await made('owner', 'loom')
  expect(await add(`<:loom:${foreign}>`, { name: 'loom_too' })).toMatchObject({ status: 200 })
  expect(state().emojis.get(idIn(linked))?.user?.id).toBe(life.app.botId)
  const { emojis, slots } = await list()
  expect(slots).toMatchObject({ static: { used: 3 }, animated: { used: 1 } })
  expect(emojis.find(({ name }) => name === 'kiln_fire')).toMatchObject({
    throughBot: true,
    addedBy: { id: life.app.as('owner').userId },
    locked: null,
  })
  expect(emojis.find(({ name }) => name === 'loom')).toMatchObject({
    throughBot: false,
    addedBy: { id: life.app.as('owner').userId },
  })
  const { body } = await life.owner.call('GET', `/api/guild/${life.app.guildId}/history?feature=emojis`)
  expect(JSON.stringify(body)).toContain('kiln_fire')
  expect(picturesKept()).toBe((await list()).removed.length)
  life.app.sandbox.context.conditions.gatewayLagMs = 0
})

test.each([
  ['a name that is none', { source: '/kiln%20fire.png', name: 'kiln fire!' }, 400, 'such as kiln_fire'],
  ['a page', { source: '/page.png' }, 404, 'no picture at that address'],
  ['a picture that is not there', { source: '/none.png' }, 404, 'no picture at that address'],
  ['too large a picture', { source: '/large.png' }, 413, 'at most 256 KiB'],
  ['this machine', { source: 'http://127.0.0.1:1/a.png' }, 404, 'no picture at that address'],
  ['another kind of address', { source: 'file:///etc/passwd' }, 400, 'begins with https://'],
  ['no address', { source: 'kiln' }, 400, 'begins with https://'],
  ['an emoji that is gone', { source: '<:gone:123456789012345678>' }, 404, 'no picture of that emoji'],
  ['a role that is gone', { source: '/moving.gif', roles: ['123456789012345678'] }, 400, 'not in this server'],
])('%s is refused with the reason, and changes nothing', async (_, { source, ...more }, status, sentence) => {
  const answer = await add(source.startsWith('/') ? at(source) : source, more)
  expect(answer).toMatchObject({ status })
  expect(JSON.stringify(answer.body)).toContain(sentence)
  expect(state().emojis.size).toBe(0)
  expect(picturesKept()).toBe((await list()).removed.length)
  expect((await list()).waiting).toEqual([])
})

test('after a missing answer, a repeated request adds the emoji once, from a link or a file', async () => {
  const [linkKey, fileKey] = [randomUUID(), randomUUID()]
  const press = () => add(at('/kiln%20fire.png'), { key: linkKey })
  // Even while the first request is in progress.
  const answers = [...(await Promise.all([press(), press()])), await press()]
  for (const answer of answers)
    expect(answer).toMatchObject({ status: 200, body: { emoji: { name: 'kiln_fire' }, waiting: null } })
  expect(new Set(answers.map(idIn)).size).toBe(1)
  for (let sent = 0; sent < 2; sent += 1) expect((await upload(gif, 'wheel.gif', fileKey)).status).toBe(200)
  expect(named('kiln_fire')).toHaveLength(1)
  expect(named('wheel')).toHaveLength(1)
  const another = { status: 409, body: { code: 'request.key' } }
  expect(await add(at('/kiln%20fire.png'), { key: linkKey, name: 'kiln_cold' })).toMatchObject(another)
  expect(await add(at('/moving.gif'), { key: linkKey })).toMatchObject(another)
  expect(await upload(gif, 'reel.gif', fileKey)).toMatchObject(another)
  expect((await add(at('/kiln%20fire.png'), { key: randomUUID() })).status).toBe(200)
  expect(named('kiln_fire')).toHaveLength(2)
})

test('a repeated request is answered even if it took the last place, by any way of adding', async () => {
  const { most } = (await list()).slots.static
  for (let number = 1; number < most; number += 1) await made('owner', `full_${number}`)
  const [linkKey, fileKey] = [randomUUID(), randomUUID()]
  const linked = () => add(at('/kiln%20fire.png'), { key: linkKey })
  const uploaded = () => upload(png, 'last.png', fileKey)
  for (const press of [linked, uploaded]) {
    const first = await press()
    expect(first).toMatchObject({ status: 200, body: { waiting: null } })
    await known(idIn(first))
    expect(await press()).toMatchObject({ status: 200, body: first.body as object })
    expect(await add(at('/kiln%20fire.png'), { key: randomUUID() })).toMatchObject({ status: 409 })
    const id = idIn(first)
    await life.owner.call('POST', path('remove'), { ids: [id] })
    await until('it to be gone', () => !cached(id))
    const putBack = () => life.owner.call('POST', path(`removed/${id}`))
    const back = await putBack()
    expect(back).toMatchObject({ status: 200, body: { waiting: null } })
    await known(idIn(back))
    expect(await putBack()).toMatchObject({ status: 200, body: back.body as object })
    await life.owner.call('POST', path('remove'), { ids: [idIn(back)] })
    await until('it to be gone, too', () => !cached(idIn(back)))
  }
})

test('a full server is reported before Discord is asked, for each kind', async () => {
  const { most } = (await list()).slots.static
  for (let number = 0; number < most; number += 1) await made('owner', `full_${number}`)
  const before = life.app.sandbox.requests().length
  const answer = await add(at('/kiln%20fire.png'))
  expect(answer).toMatchObject({ status: 409, body: { code: 'emojis.full' } })
  expect((answer.body as { error: string }).error).toContain(`already has ${most} static emojis`)
  expect(
    life.app.sandbox
      .requests()
      .slice(before)
      .filter(({ method }) => method === 'POST'),
  ).toEqual([])
  expect(await add(at('/moving.gif'))).toMatchObject({ status: 200 })
})

test('an emoji is renamed, limited to a role, and both again from the history', async () => {
  const id = await made('owner', 'wheel')
  const role = await server.role('Potters')
  const changed = await life.owner.call('PATCH', path(id), { name: 'potters_wheel', roles: [role] })
  expect(changed).toMatchObject({ status: 200, body: { emoji: { name: 'potters_wheel' } } })
  expect(state().emojis.get(id)).toMatchObject({ name: 'potters_wheel', roles: [role] })
  expect(await life.owner.call('PATCH', path(id), {})).toMatchObject({ status: 400 })
  expect(await life.owner.call('PATCH', path('123456789012345678'), { name: 'other' })).toMatchObject({ status: 404 })
  const history = `/api/guild/${life.app.guildId}/history`
  const { body } = await life.owner.call('GET', `${history}?feature=emojis`)
  const [entry] = (body as { revisions: { id: number }[] }).revisions
  await until('the new name to be known', () => cached(id)?.name === 'potters_wheel')
  const offered = (await life.owner.call('GET', `${history}/${entry?.id}/restore`)).body as {
    revision: number
    fields: { key: string; problem: string | null }[]
  }
  expect(offered.fields.map(({ problem }) => problem)).toEqual([null, null])
  const keys = offered.fields.map(({ key }) => key)
  expect(
    await life.owner.call('POST', `${history}/${entry?.id}/restore`, { revision: offered.revision, keys }),
  ).toMatchObject({ status: 200 })
  await life.app.product.services.scheduler.tick()
  expect(state().emojis.get(id)).toMatchObject({ name: 'wheel', roles: [] })
})

test('a deleted emoji is put back under a new id, and a role menu that uses it is updated', async () => {
  const id = await made('owner', 'clay')
  const role = await server.role('Clay')
  const menus = `/api/guild/${life.app.guildId}/reactionroles/menus`
  const choices = [{ id: 'c1', role_id: role, emoji: `<:clay:${id}>` }]
  const menu = { name: 'Crafts', channel_id: life.app.channel('general'), content: 'Choose', choices }
  expect(await life.owner.call('POST', menus, menu)).toMatchObject({ status: 200 })
  const problems = async () => JSON.stringify((await life.owner.call('GET', menus)).body)
  expect(await life.owner.call('POST', path('remove'), { ids: [id] })).toMatchObject({
    status: 200,
    body: { removed: [id], left: [] },
  })
  await until('it to be gone', () => !cached(id))
  expect(await problems()).toContain('Its emoji was deleted')
  const { removed } = await list()
  expect(removed[0]).toMatchObject({ id, name: 'clay', removedBy: { id: life.app.as('owner').userId } })
  expect((await life.owner.call('GET', path(`removed/${id}/picture`))).headers.get('content-type')).toContain(
    'image/png',
  )
  const putBack = () => life.owner.call('POST', path(`removed/${id}`))
  const [back, atOnce] = await Promise.all([putBack(), putBack()])
  expect(back).toMatchObject({ status: 200, body: { emoji: { name: 'clay' } } })
  expect(atOnce.body).toEqual(back.body)
  expect(idIn(back)).not.toBe(id)
  await known(idIn(back))
  expect(await problems()).not.toContain('Its emoji was deleted')
  expect(await problems()).toContain(`<:clay:${idIn(back)}>`)
  expect((await list()).removed.some(one => one.id === id)).toBe(false)
  // Pressed again, as if no answer had come.
  expect(await putBack()).toMatchObject({ status: 200, body: back.body as object })
  expect(named('clay')).toHaveLength(1)
  expect(await life.owner.call('POST', path(`removed/${idIn(back)}`))).toMatchObject({ status: 404 })
  expect(picturesKept()).toBe((await list()).removed.length)
})

test('several are deleted only if their number is confirmed, and if one may not be deleted, none is', async () => {
  const ids = [await made('owner', 'one'), await made('owner', 'two')]
  expect(await life.owner.call('POST', path('remove'), { ids })).toMatchObject({
    status: 409,
    body: { code: 'emojis.confirm' },
  })
  expect(
    await life.owner.call('POST', path('remove'), { ids: [...ids, '123456789012345678'], confirm: 3 }),
  ).toMatchObject({
    status: 404,
  })
  const eleven = Array.from({ length: 11 }, (_, number) => String(123_456_789_012_345_678n + BigInt(number)))
  expect(await life.owner.call('POST', path('remove'), { ids: eleven, confirm: 11 })).toMatchObject({ status: 400 })
  expect(state().emojis.size).toBe(2)
  expect(await life.owner.call('POST', path('remove'), { ids, confirm: 2 })).toMatchObject({
    body: { removed: ids, left: [] },
  })
  expect(await life.owner.call('DELETE', path(`removed/${ids[0]}`))).toMatchObject({ status: 200 })
  const kept = (await list()).removed.map(({ id }) => id)
  expect([kept.includes(ids[0] ?? ''), kept.includes(ids[1] ?? '')]).toEqual([false, true])
})

test('with only Create Expressions, members change just their own emojis, even those added by Palisade', async () => {
  const role = await server.role('Makers', String((1n << 5n) | (1n << 43n)))
  const maker = life.app.as('member2')
  await life.app.as('owner').rest('PUT', `/guilds/${life.app.guildId}/members/${maker.userId}/roles/${role}`)
  const visitor = await life.app.signIn('member2')
  await until('their rights', async () => (await visitor.call('GET', path('list'))).status === 200)
  const theirs = idIn(await add(at('/kiln%20fire.png'), {}, visitor))
  const uploaded = await made('member2', 'glaze')
  const others = await made('owner', 'anvil')
  await known(theirs)
  expect(await listed('anvil', visitor)).toMatchObject({
    locked: 'You need Manage Expressions for emojis that others have added.',
  })
  expect(await listed('kiln_fire', visitor)).toMatchObject({ locked: null })
  for (const id of [theirs, uploaded])
    expect(await visitor.call('PATCH', path(id), { name: 'mine_now' })).toMatchObject({ status: 200 })
  expect(await visitor.call('PATCH', path(others), { name: 'mine_now' })).toMatchObject({ status: 403 })
  expect(await visitor.call('POST', path('remove'), { ids: [others, theirs], confirm: 2 })).toMatchObject({
    status: 403,
  })
  expect(await ask('member2', '.emoji rename anvil mine_now')).toContain('You need Manage Expressions')
  expect(await ask('member3', '.emoji rename anvil mine_now')).toContain(
    'You need Create Expressions or Manage Expressions',
  )
  expect(await ask('member3', `.steal <:loom:${others}>`)).toContain('Create Expressions')
  expect(named('anvil')).toHaveLength(1)
  await life.app.as('owner').rest('DELETE', `/guilds/${life.app.guildId}/members/${maker.userId}/roles/${role}`)
})
