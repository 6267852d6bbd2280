import { feature } from '#kernel/feature.ts'
import antinuke from './contract.ts'
import { tables as engine } from './engine/table.ts'
import { tables as incidents } from './incidents/table.ts'
import { packets } from './journal/packets.ts'
import { jobs, startRecording, stopRecording } from './journal/recording.ts'
import { tables as journal } from './journal/table.ts'

export default feature(antinuke, {
  switch: 'enabled',
  packets,
  jobs,
  tables: { ...engine, ...incidents, ...journal },
  start: startRecording,
  stop: stopRecording,
})
