// What axe finds, a line each.
async () => {
  const { violations } = await testClock.aside(() => axe.run(document, { resultTypes: ['violations'] }));
  return violations.flatMap(({ id, help, nodes }) => nodes.map((node) => `${id}: ${help}: ${node.target.join(' ')}: ${node.html.slice(0, 160)}: ${node.any.concat(node.all, node.none).map((check) => check.message).join('; ')}`));
}
