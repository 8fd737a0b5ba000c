/**
 * Calls `stop` on each SIGTERM and SIGINT. If `withParent` is true, also calls `stop` when standard
 * input closes. The parent process holds the other end of the pipe, so standard input closes when
 * the parent process ends for any reason.
 */
export const onStopSignal = (stop: () => void, withParent: boolean): void => {
  if (withParent)
    process.stdin
      .on('error', () => {})
      .once('close', stop)
      .resume()
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}
