import { feature } from '#kernel/feature.ts'
import antinuke from './contract.ts'
import { tables as engine } from './engine/table.ts'
import { tables as incidents } from './incidents/table.ts'

export default feature(antinuke, { switch: 'enabled', tables: { ...engine, ...incidents } })
