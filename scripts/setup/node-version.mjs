// Stops with one clear sentence on a Node that is too old. Imported first and on its own, before any file that such a
// Node could not even read. The build tools need 20.19, 22.12 or newer (21 and early 22 lack what they use).
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
const newEnough = (major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22

if (!newEnough) {
  process.stderr.write(
    `vlag: Vlag needs Node 20.19, 22.12 or newer; this is Node ${process.versions.node}.\n` +
      'Install a current one from https://nodejs.org, or with your version manager, and run the command again.\n',
  )
  process.exit(1)
}
