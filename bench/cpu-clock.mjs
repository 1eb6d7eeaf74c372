// Lets a bench that knows no `--cpu` measure this process' CPU time.
performance.now = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};
