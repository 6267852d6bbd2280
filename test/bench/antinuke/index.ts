import { resolve } from 'node:path'
import { runAttack } from './run-attack.ts'
import { attacks } from './scenarios.ts'
import { buildPalisade, subjects } from './subjects.ts'

const root = resolve(import.meta.dirname, '../../..')
buildPalisade(root)
const size = { channels: 50, roles: 30, members: 100 }
const [, , name = 'palisade', which = 'A1', profile = 'ideal', rate = '10'] = process.argv
for (const scenario of attacks.filter(one => new RegExp(which).test(one.id)))
  await runAttack({ subject: subjects.find(one => one.name === name)!, scenario, profile: profile as 'ideal', perSecond: rate === 'burst' ? null : Number(rate), size, hits: 30, seed: 7 }, root)
process.exit()
