/*
 * Runs a program, its output thrown away, and prints the seconds of CPU time and of wall time that
 * it and its children took.
 */
#include <fcntl.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double wall(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  const double begin = wall();
  const pid_t child = fork();
  if (child == 0) {
    dup2(open("/dev/null", O_WRONLY), 1);
    execvp(argv[1], argv + 1);
    _exit(127);
  }
  int status = 0;
  waitpid(child, &status, 0);
  const double end = wall();
  struct rusage u;
  getrusage(RUSAGE_CHILDREN, &u);
  const double cpu = (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) + 1e-6 * (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec);
  printf("%.17g %.17g\n", cpu, end - begin);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}
