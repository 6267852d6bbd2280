// @module-tag long
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { exitCodes } from '#kit/errors.ts'

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: { start: string } }
const options = (words: readonly string[]) => words.filter(word => word.startsWith('--'))

test('npm start gives Node the same options as the image does', () => {
  const [, command = '[]'] = /^CMD (.*)$/m.exec(readFileSync('Dockerfile', 'utf8')) ?? []
  expect(options(scripts.start.split(' '))).toEqual(options(JSON.parse(command) as string[]))
})

test('npm start without an application says in one sentence what is missing', () => {
  const [, ...args] = scripts.start.split(' ')
  const { status, stderr } = spawnSync(process.execPath, args, { env: {}, encoding: 'utf8' })
  expect(status).toBe(exitCodes.configuration)
  expect(stderr).toMatch(/^Missing variables: DISCORD_TOKEN.*npm run demo\n$/)
})
