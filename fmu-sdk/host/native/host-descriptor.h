#ifndef FMUKIT_DESCRIPTOR_H_
#define FMUKIT_DESCRIPTOR_H_
#include <stdbool.h>
#include <stdint.h>

/* Memory of so many bytes that two processes can share and neither can resize; its descriptor, or −1. */
int shared_memory(uint64_t bytes);
/* A descriptor goes over a pair of sockets. Neither waits. */
bool send_descriptor(int socket, int descriptor);
int receive_descriptor(int socket);
#endif
