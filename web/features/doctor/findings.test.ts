import { expect, test } from 'vitest'
import { everyFeature, type Finding } from '#features/doctor/contract.ts'
import { byPermission, bySeverity, findingsOf, pageOf } from './findings.ts'

const finding = (feature: string, setting?: string): Finding => ({
  feature,
  severity: 'error',
  title: feature,
  repair: '',
  ...(setting !== undefined && { setting }),
})

test('a page shows the warnings of its own feature, a field those of its own setting', () => {
  const all = [finding('greetings', 'channel'), finding('greetings'), finding('tickets', 'channel')]
  expect(findingsOf(all, 'greetings')).toHaveLength(2)
  expect(findingsOf(all, 'greetings', 'channel')).toEqual([all[0]])
})

test('errors come first, then what every feature needs, then features in the order of the sidebar', () => {
  const mild: Finding = { ...finding(everyFeature), severity: 'warning' }
  const [all, levels, welcome, moderation] = [everyFeature, 'leveling', 'greetings', 'moderation'].map(name =>
    finding(name),
  )
  const mixed = [mild, moderation, welcome, all, levels].flatMap(one => one ?? [])
  expect(bySeverity(mixed)).toEqual([all, levels, welcome, moderation, mild])
})

test('a finding is called what its feature is called', () => {
  expect(pageOf(finding('greetings'))).toMatchObject({ name: 'Welcome Configuration', path: 'welcome' })
  expect(pageOf(finding(everyFeature))).toBeUndefined()
})

test('findings about one permission stand together, the most urgent first, what is no permission last', () => {
  const lacking = (feature: string, permission: string, severity: Finding['severity']): Finding => ({
    ...finding(feature),
    permission,
    severity,
  })
  const all = [
    finding('leveling'),
    lacking('leveling', 'Attach Files', 'warning'),
    lacking('greetings', 'Embed Links', 'error'),
    lacking('moderation', 'Attach Files', 'warning'),
    lacking('moderation', 'Embed Links', 'error'),
  ]
  const told = byPermission(all).map(({ title, findings }) => [title, ...findings.map(({ feature }) => feature)])
  expect(told).toEqual([
    ['Embed Links', 'greetings', 'moderation'],
    ['Attach Files', 'leveling', 'moderation'],
    ['Roles, channels and settings', 'leveling'],
  ])
  expect(byPermission([])).toEqual([])
})
