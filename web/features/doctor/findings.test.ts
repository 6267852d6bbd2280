import { expect, test } from 'vitest'
import { everyFeature, type Finding } from '#features/doctor/contract.ts'
import { byPermission, bySeverity, findingsOf, pagesOf } from './findings.ts'

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

test('a finding has the name of its feature', () => {
  expect(pagesOf(finding('greetings'))).toMatchObject([{ name: 'Welcome Configuration', path: 'welcome' }])
  expect(pagesOf(finding(everyFeature))).toEqual([])
})

test('a finding about several features is on the page of each', () => {
  const places = [
    { feature: 'greetings', setting: 'welcome_channel' },
    { feature: 'greetings', setting: 'farewell_channel' },
    { feature: 'moderation', setting: 'modlogChannel' },
  ]
  const shared: Finding = { ...finding(everyFeature), places }
  expect(findingsOf([shared], 'moderation')).toEqual([shared])
  expect(findingsOf([shared], 'greetings', 'farewell_channel')).toEqual([shared])
  expect(findingsOf([shared], 'leveling')).toEqual([])
  expect(pagesOf(shared).map(({ feature }) => feature)).toEqual(['greetings', 'moderation'])
})

test('findings about the same permission are grouped, the most urgent first, and those about no permission last', () => {
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
