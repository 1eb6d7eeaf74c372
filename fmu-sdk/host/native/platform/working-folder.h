#ifndef FMUKIT_FOLDER_H_
#define FMUKIT_FOLDER_H_
/* Removes a folder with its contents. Links are removed, not followed. */
void remove_folder(const char* path);
#endif
