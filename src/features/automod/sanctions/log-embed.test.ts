import type { User } from 'discord.js'
import { expect, test } from 'vitest'
import { logEmbed } from './log-embed.ts'

const id = '401877195532287719'
// The three properties of a user that the entry reads.
const user = { id, tag: 'jun_tan', displayAvatarURL: () => 'https://cdn.discordapp.com/a.png' } as unknown as User
const url = 'https://discord.com/channels/1/2/3'
const offence = { user, channelId: '2', at: 0, text: 'buy', hits: [], url }
const values = (deleted: boolean) =>
  logEmbed({ ...offence, deleted }, '1 of 10').fields?.map(({ value }) => value) ?? []

test('the log mentions the author and the channel, and links to a message that was not deleted', () => {
  expect(values(true)).toEqual([`<@${id}>`, '<#2>', '1 of 10', 'buy'])
  expect(values(false)).toContain(`No: ${url} The doctor command shows what I am missing.`)
})
