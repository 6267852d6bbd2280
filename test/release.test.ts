import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
const changelog = readFileSync('CHANGELOG.md', 'utf8')
const parts = [...changelog.matchAll(/^## (\S+)/gm)].map(([, name]) => name)

test('the changelog has a section for unreleased changes, then one for this version', () => {
  expect(parts.slice(0, 2)).toEqual(['Unreleased', version])
})

test('the upgrade notes say what to do, or that there is nothing to do', () => {
  const [, coming = ''] = changelog.split(/^## /m)
  expect(coming).toMatch(/^### Upgrade notes\n\n- /m)
})

test('the database that the upgrade test opens is that of the last release', () => {
  expect(readdirSync('test/upgrade').filter(name => name.endsWith('.sql'))).toEqual([`${version}.sql`])
})

test('development, the image and the types use the same Node version', () => {
  const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    devDependencies: Record<string, string>
  }
  const developers = readFileSync('.nvmrc', 'utf8').trim()
  expect(developers).toBe(devDependencies['node'])
  const [major = ''] = developers.split('.')
  expect(devDependencies['@types/node']).toMatch(new RegExp(`^${major}\\.`))
  const bases = [...readFileSync('Dockerfile', 'utf8').matchAll(/^FROM node:(\d+)/gm)].map(([, base]) => base)
  expect(bases).toEqual([major, major])
})
