import type { Trouble } from '../trouble.ts'

const dropGateway: Trouble = {
  place: 3,
  title: 'Drop the gateway',
  sentence: 'Closes connections with code 4000. A good client resumes and misses nothing.',
  async run({ gateway, progress, pause }) {
    const dropped = gateway.drop(4000)
    progress(`${dropped} connections closed, waiting for them to resume`)
    await pause(5000)
    progress(`${gateway.status().connected} of ${dropped} connections are back`)
  },
}

export default dropGateway
