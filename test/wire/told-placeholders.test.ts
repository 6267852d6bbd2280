import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHarness, type Harness } from '../harness.ts'
import { textOf } from '../member.ts'

let harness: Harness
beforeAll(async () => {
  harness = await createHarness()
})
afterAll(() => harness.close())

async function ask(text: string): Promise<string> {
  return textOf(await harness.answerTo(await harness.as('owner').say(harness.channel('general'), text)))
}

test.each([
  [
    '.welcome content Hi {member.nmae}',
    '`{member.nmae}` is not known here, so it stays as typed. Did you mean `{member.name}`?',
  ],
  ['.farewell title Bye {server.nmae}', 'Did you mean `{server.name}`?'],
  ['.welcome author {member.tga}', 'Did you mean `{member.tag}`?'],
  ['.levelup message {usr} is level {levle}', 'Did you mean `{level}`?'],
  ['.tag save refund Five days, {mebmer}', 'Did you mean `{member}`?'],
  ['.counter set members {cuont} of us', 'Did you mean `{count}`?'],
  ['.customcommand add rules Be kind, {usr}', 'Did you mean `{user}`?'],
])('%s tells of what nothing fills', async (typed, told) => {
  expect(await ask(typed)).toContain(told)
})

test.each([
  '.welcome content Hi {member.name}, {inviter} asked you here',
  '.welcome author {server.name} | {server.icon}',
  '.levelup message {member:mention} reached level {level}.',
  '.tag save late Soon, {member}',
  '.counter set users {count} of us',
])('%s has nothing to be told of', async typed => {
  expect(await ask(typed)).not.toContain('is not known here')
})
