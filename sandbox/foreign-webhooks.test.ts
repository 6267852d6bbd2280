import { GatewayIntentBits as Intent } from 'discord.js'
import { expect, test } from 'vitest'
import { openWire } from '#test/sandbox/wire-world.ts'

async function open() {
  const world = await openWire([Intent.Guilds, Intent.GuildMessages, Intent.MessageContent])
  const { body: hook } = await world.ask('bot', `POST /channels/${world.channel('general')}/webhooks`, {
    body: { name: 'Foreign' },
  })
  const post = async (kind: string, body: object | URLSearchParams) => {
    const isForm = body instanceof URLSearchParams
    const response = await fetch(`${world.sandbox.api}/v10/webhooks/${hook.id}/${hook.token}/${kind}`, {
      method: 'POST',
      headers: isForm ? {} : { 'content-type': 'application/json' },
      body: isForm ? body : JSON.stringify(body),
    })
    return [response.status, await response.text()]
  }
  return { world, hook, post }
}

test('messages for Slack are posted here, and answered as Slack would', async () => {
  const { world, hook, post } = await open()
  expect(await post('slack', { text: 'Fired', username: 'Kiln', icon_url: 'https://example.test/kiln.png' })).toEqual([
    200,
    'ok',
  ])
  expect(await world.heard('MESSAGE_CREATE')).toMatchObject({
    content: 'Fired',
    webhook_id: hook.id,
    author: { username: 'Kiln' },
  })
  const attachment = {
    title: 'Load 12',
    title_link: 'https://example.test/12',
    pretext: 'Today:',
    text: 'All whole',
    color: '#0af',
    ts: 1_700_000_000,
    footer: 'Kiln',
    author_name: 'Ash',
    fields: [{ title: 'Cone', value: '6', short: true }],
    mrkdwn_in: ['text'],
  }
  expect(await post('slack', { channel: '#kiln', attachments: [attachment] })).toEqual([200, 'ok'])
  expect(await world.heard('MESSAGE_CREATE')).toMatchObject({
    embeds: [
      {
        title: 'Load 12',
        url: 'https://example.test/12',
        description: 'Today:\nAll whole',
        color: 0x00_aa_ff,
        timestamp: '2023-11-14T22:13:20.000000+00:00',
        footer: { text: 'Kiln' },
        author: { name: 'Ash' },
        fields: [{ name: 'Cone', value: '6', inline: true }],
      },
    ],
  })
  const payload = JSON.stringify({ text: 'By form' })
  expect(await post('slack', new URLSearchParams({ payload }))).toEqual([200, 'ok'])
  expect(await world.heard('MESSAGE_CREATE')).toMatchObject({ content: 'By form' })
  expect((await post('slack', { text: '' }))[0]).toBe(400)
  expect(await post('slack?wait=false', { text: '' })).toEqual([200, 'ok'])
  expect(world.sandbox.violations()).toEqual([])
})

const sender = { id: 1, login: 'ash', html_url: 'https://github.test/ash', avatar_url: 'https://github.test/ash.png' }
const repository = {
  id: 2,
  name: 'kiln',
  full_name: 'makers/kiln',
  html_url: 'https://github.test/makers/kiln',
  stars: 3,
}
const issue = { id: 3, number: 7, title: 'Cracks', html_url: 'https://github.test/7', body: 'On the rim', user: sender }
const comment = { id: 4, html_url: 'https://github.test/7#c', user: sender, body: 'Cooled too fast' }
const release = { id: 5, tag_name: 'v1', html_url: 'https://github.test/v1', author: sender }
const commit = {
  id: 'abcdef1234',
  url: 'https://github.test/c',
  message: 'Cool slowly\n\nLong',
  author: { name: 'Ash' },
}
const discussion = { number: 9, title: 'Glaze', html_url: 'https://github.test/9', user: sender }
const suite = { head_sha: 'abcdef1234', head_branch: 'main', conclusion: 'success', app: { name: 'CI' } }

const happenings: [what: object, title: string | undefined][] = [
  [{ ref: 'refs/heads/main', commits: [commit, commit] }, '[kiln:main] 2 new commits'],
  [{ action: 'opened', issue }, '[makers/kiln] Issue opened: #7 Cracks'],
  [{ action: 'labeled', issue }, undefined],
  [{ action: 'closed', pull_request: issue }, '[makers/kiln] Pull request closed: #7 Cracks'],
  [{ action: 'created', issue, comment }, '[makers/kiln] New comment on issue #7: Cracks'],
  [
    { action: 'created', issue: { ...issue, pull_request: {} }, comment },
    '[makers/kiln] New comment on pull request #7: Cracks',
  ],
  [
    { action: 'created', comment: { ...comment, commit_id: 'abcdef1234' } },
    '[makers/kiln] New comment on commit `abcdef1`',
  ],
  [
    { action: 'submitted', pull_request: issue, review: { ...comment, state: 'approved' } },
    '[makers/kiln] Pull request review submitted: #7 Cracks',
  ],
  [{ ref: 'glaze', ref_type: 'branch', master_branch: 'main' }, '[makers/kiln] New branch created: glaze'],
  [{ forkee: { ...repository, full_name: 'ash/kiln' } }, '[makers/kiln] Fork created: ash/kiln'],
  [{ action: 'published', release }, '[makers/kiln] New release published: v1'],
  [{ action: 'added', member: sender }, '[makers/kiln] New collaborator added: ash'],
  [{ action: 'started' }, '[makers/kiln] New star added'],
  [{ action: 'completed', check_suite: suite }, '[makers/kiln] CI checks success on main'],
  [{ action: 'created', discussion }, '[makers/kiln] New discussion #9: Glaze'],
  [{ action: 'created', discussion, comment }, '[makers/kiln] New comment on discussion #9: Glaze'],
]
test('events from GitHub are posted as embeds, or accepted without a message', async () => {
  const { world, post } = await open()
  for (const [what, title] of happenings) {
    await world.settle()
    world.take('MESSAGE_CREATE')
    expect(await post('github', { sender, repository, ...what })).toEqual([204, ''])
    await world.settle()
    const posted = world.take('MESSAGE_CREATE').map(({ d }) => d['embeds'])
    expect(posted).toMatchObject(title === undefined ? [] : [[{ title, author: { name: 'ash' } }]])
  }
  expect((await post('github', { repository }))[0]).toBe(400)
  expect(world.sandbox.violations()).toEqual([])
})
