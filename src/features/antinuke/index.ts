import { feature } from '#kernel/feature.ts'
import antinuke from './contract.ts'

export default feature(antinuke, { switch: 'enabled' })
