// From the nodes of a checked file to the typed configuration.
#ifndef CHARTLINT_ANALYZER_CONFIG_READ_H_
#define CHARTLINT_ANALYZER_CONFIG_READ_H_

#include "analyzer/config/config.h"

namespace chartlint {

// Adds what a file says. It must have passed ValidateConfig. What is set already stays: the main file is read first.
void ReadConfigFile(const ConfigFile& file, Config* config);

}  // namespace chartlint

#endif  // CHARTLINT_ANALYZER_CONFIG_READ_H_
