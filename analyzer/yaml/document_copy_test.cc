#include "analyzer/yaml/document_copy.h"

#include "gtest/gtest.h"
TEST(Try, It) {}
