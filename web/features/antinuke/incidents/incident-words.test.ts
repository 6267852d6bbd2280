import { expect, test } from 'vitest'
import { givenBack, isUndoable, meantWords } from '#features/antinuke/in-browser.ts'
import type { IncidentReport } from '#features/antinuke/incidents/contract.ts'
import {
  figuresOf,
  headline,
  preciseDuration,
  namedSanctions,
  peopleOfIncident,
  sanctionWords,
  sentenceText,
  tenthsOf,
  undoneText,
} from './incident-words.ts'
import { lanesOf } from './lane-scale.ts'

const actor = { id: '1127', name: 'kestrel', avatarURL: null }
const attack = (id: number, at: number) => ({
  id,
  at,
  lane: 'attack' as const,
  parts: [
    { about: 'user' as const, id: actor.id, name: 'kestrel' },
    ' deleted ',
    { about: 'channel' as const, id: '5', name: null },
  ],
  entry: null,
})
const report: IncidentReport = {
  incident: {
    number: 214,
    state: 'contained',
    module: 'Anti-Channel',
    punishment: 'Ban',
    actor,
    startedAt: 1000,
    lastAt: 1300,
    decidedAt: 1296,
    requestedAt: 1300,
    confirmedAt: 1579,
    endedAt: 1600,
    landed: 2,
    strip: [],
  },
  events: [attack(1, 1000), attack(2, 1292)],
  moreEvents: 0,
  webhooks: [],
  sanctions: [
    { user: actor, state: 'done', done: 'ban', roles: 0, power: [], given: null, memberSince: null, settledAt: 1579 },
  ],
  recovery: {
    state: 'done',
    startedAt: 1600,
    finishedAt: 3090,
    waitsUntil: null,
    problem: null,
    steps: { done: 4, total: 4 },
    verified: [
      {
        of: 'channel',
        kind: 'Channel',
        id: '5',
        newId: '6',
        name: 'general',
        fields: [{ label: 'Name', same: true, reason: null }],
      },
    ],
    lost: [],
  },
  together: [],
  restoring: false,
  previous: null,
  next: null,
  mayUndo: true,
}

test('the figures state what is known, with notes that put it into context', () => {
  expect(figuresOf(report, 0)).toEqual([
    { title: 'Landed', figure: '2', unit: 'actions', note: 'the least that was possible with the limit' },
    { title: 'Stopped after', figure: '287', unit: 'ms', note: 'after the deciding action, 4 ms ours' },
    { title: 'Restored', figure: '1', unit: 'of 1 field', note: 'each one read back from Discord' },
    { title: 'Over in', figure: '2.1', unit: 's', note: 'nobody else was touched' },
  ])
  const late = { ...report, events: [...report.events, attack(3, 1400)], incident: { ...report.incident, landed: 3 } }
  expect(figuresOf(late, 0)[0]?.note).toBe('1 of them while the request was on its way')
  const other = {
    ...report,
    sanctions: [...report.sanctions, { ...report.sanctions[0]!, user: { ...actor, id: '9' } }],
  }
  expect(figuresOf(other, 0)[3]?.note).toBe('1 other stopped with them')
})

test('nothing is claimed that did not happen', () => {
  const { incident } = report
  const unstopped = { ...incident, state: 'not-stopped' as const, requestedAt: null, confirmedAt: null }
  const figures = figuresOf({ ...report, incident: unstopped, recovery: null, sanctions: [] }, 5000)
  expect(figures.map(({ note }) => note)).toEqual([
    'the least that was possible with the limit',
    'nobody was stopped',
    'nothing was put back',
    'nobody else was touched',
  ])
  expect(headline({ incident: { ...incident, actor: null }, recovery: null })).toBe(
    'Somebody: 2 actions, noticed by Anti-Channel.',
  )
  expect(headline(report)).toContain('Everything that can be restored is back.')
  const half = {
    ...report.recovery!,
    verified: [{ ...report.recovery!.verified[0]!, fields: [{ label: 'Name', same: false, reason: null }] }],
  }
  expect(headline({ ...report, recovery: half })).toContain('Not everything is back.')
})

test('a reader who cannot see a channel does not see its name', () => {
  expect(sentenceText(attack(1, 0).parts)).toBe('@kestrel deleted a channel')
})

test('what undoing gives back, and its result', () => {
  expect(
    givenBack(
      namedSanctions([
        { user: actor, done: 'ban', state: 'done', roles: 0 },
        { user: actor, done: 'kick', state: 'done', roles: 0 },
        { user: actor, done: 'timeout', state: 'done', roles: 1 },
      ]),
    ),
  ).toEqual([
    'Lifts the ban of kestrel.',
    'kestrel was kicked and has to join again by themselves.',
    'Ends the timeout of kestrel.',
    'Gives kestrel their roles back.',
  ])
  expect(
    undoneText([
      { user: actor, how: 'undone' },
      { user: { ...actor, name: null }, how: 'refused' },
    ]),
  ).toBe('Undone for kestrel. Discord refused it for 1127.')
  expect(undoneText([])).toBe('There was nothing to undo.')
  expect(sanctionWords({ state: 'refused', done: null }).label).toBe('Out of reach')
})

test('whatever was done can be undone, even if it was not enough', () => {
  const states = ['pending', 'done', 'refused', 'undone'] as const
  expect(states.filter(state => isUndoable({ state, done: 'strip' }))).toEqual(['done', 'refused'])
  expect(states.filter(state => isUndoable({ state, done: null }))).toEqual([])
})

test('what follows if it was not an attack identifies people by id, whatever their names', () => {
  const done = {
    user: { ...actor, name: 'nobody. All is put back' },
    done: 'ban' as const,
    state: 'done' as const,
    roles: 0,
  }
  const webhook = {
    user: { ...actor, id: '7', name: 'feed' },
    done: 'delete-webhook' as const,
    state: 'done' as const,
    roles: 0,
  }
  expect(meantWords(namedSanctions([done, webhook]))).toContain(
    `For a day I whitelist nobody. All is put back (${actor.id}): nothing they do is stopped.`,
  )
  expect(meantWords(namedSanctions([{ ...done, done: null, state: 'pending' }]))).toContain(
    'What Discord has not answered yet is undone once it has.',
  )
  expect(meantWords([]).join(' ')).not.toContain('whitelist')
  expect(peopleOfIncident([done, webhook, { ...webhook, state: 'undone' as const }])).toEqual([actor.id, '7'])
})

test('only the stop, each tenth and the end are announced', () => {
  const running = (done: number) =>
    tenthsOf({ ...report, recovery: { ...report.recovery!, state: 'running', steps: { done, total: 100 } } })
  expect([running(0), running(9), running(10), running(19), tenthsOf(report)]).toEqual([
    'The attack is stopped.',
    'The attack is stopped.',
    '10 % restored.',
    '10 % restored.',
    'The restoration is over.',
  ])
})

test('durations are given in readable units', () => {
  expect([preciseDuration(287), preciseDuration(2090), preciseDuration(180_000), preciseDuration(5_400_000)]).toEqual([
    '287 ms',
    '2.1 s',
    '3 min',
    '1.5 h',
  ])
})

test('the time axis of an incident ends with it, even if a punishment is undone a day later', () => {
  const later = { id: 9, at: 86_400_000, lane: 'stop' as const, parts: ['Undone.'], entry: null }
  const events = [...report.events, later]
  expect(lanesOf({ ...report, events }, 0).last).toBe(lanesOf(report, 0).last)
})
