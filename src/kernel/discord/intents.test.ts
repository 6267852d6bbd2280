import { expect, test } from 'vitest'
import { intentsFor } from './intents.ts'

test('without listeners only the intents for commands and permissions are requested', () => {
  expect(intentsFor([])).toEqual(['GuildMembers', 'GuildMessages', 'Guilds', 'MessageContent'])
})

test('a listener adds its intent, and none is listed twice', () => {
  expect(intentsFor(['voiceStateUpdate', 'messageCreate', 'messageDelete'])).toEqual([
    'GuildMembers',
    'GuildMessages',
    'GuildVoiceStates',
    'Guilds',
    'MessageContent',
  ])
})
