#define _GNU_SOURCE
#include "host-descriptor.h"
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

int shared_memory(uint64_t bytes) {
  const int file = memfd_create("fmukit-unit", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (file < 0) return -1;
  /*
   * Otherwise one side could shorten the memory while the other uses it (SIGBUS), or grow it beyond
   * every limit.
   */
  if (ftruncate(file, (off_t)bytes) == 0 && fcntl(file, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) == 0) return file;
  const int error = errno;
  close(file);
  errno = error;
  return -1;
}

typedef union {
  char bytes[CMSG_SPACE(sizeof(int))];
  struct cmsghdr aligned;
} Control;

bool send_descriptor(int socket, int descriptor) {
  Control control = {0};
  char byte = 0;
  struct iovec data = {&byte, 1};
  struct msghdr message = {.msg_iov = &data, .msg_iovlen = 1, .msg_control = control.bytes, .msg_controllen = sizeof control.bytes};
  struct cmsghdr* header = CMSG_FIRSTHDR(&message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(sizeof descriptor);
  memcpy(CMSG_DATA(header), &descriptor, sizeof descriptor);
  return sendmsg(socket, &message, MSG_DONTWAIT | MSG_NOSIGNAL) == 1;
}

int receive_descriptor(int socket) {
  Control control = {0};
  char byte;
  struct iovec data = {&byte, 1};
  struct msghdr message = {.msg_iov = &data, .msg_iovlen = 1, .msg_control = control.bytes, .msg_controllen = sizeof control.bytes};
  if (recvmsg(socket, &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC) != 1) return -1;
  const struct cmsghdr* header = CMSG_FIRSTHDR(&message);
  if (header == NULL || header->cmsg_type != SCM_RIGHTS || header->cmsg_len != CMSG_LEN(sizeof(int))) return -1;
  int descriptor;
  memcpy(&descriptor, CMSG_DATA(header), sizeof descriptor);
  return descriptor;
}
