import { makeBackup } from './make.ts'

export default makeBackup
