import { expect, test } from 'vitest'
import { intentsFor } from './intents.ts'

test('without listeners only what commands and rights need is asked for', () => {
  expect(intentsFor([])).toEqual(['GuildMembers', 'GuildMessages', 'Guilds', 'MessageContent'])
})

test('a listener brings its intent, and none comes twice', () => {
  expect(intentsFor(['voiceStateUpdate', 'messageCreate', 'messageDelete'])).toEqual([
    'GuildMembers',
    'GuildMessages',
    'GuildVoiceStates',
    'Guilds',
    'MessageContent',
  ])
})
