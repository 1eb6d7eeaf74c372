/*
 * Makes prepared calls directly from compiled JavaScript with V8's fast API calls. Node-API takes
 * longer than a small FMU's functions. These calls must not use V8, which holds because callbacks
 * of an FMU do not enter JavaScript. JavaScript that is not compiled yet calls `slow`.
 *
 * Node does not ship the header of these calls (v8-fast-api-calls.h). Therefore the parts that V8
 * reads are declared here, for supported versions of V8 only.
 */
#include <node.h>
#include "prepared-calls.h"

#if !((V8_MAJOR_VERSION == 11 && V8_MINOR_VERSION == 3) || (V8_MAJOR_VERSION == 12 && V8_MINOR_VERSION == 4) || \
      (V8_MAJOR_VERSION == 13 && V8_MINOR_VERSION == 6))
#error "fast calls are not supported for this version of V8"
#endif
enum { int32 = 3, value = 10 };

namespace v8 {
struct TypeOfFast {
  uint8_t type, sequence, flags;
};
class CFunctionInfo {
 public:
  TypeOfFast result;
  uint8_t representation;
  uint32_t count;
  const TypeOfFast* operands;
};
class CFunction {
 public:
  const void* function;
  const CFunctionInfo* type;
};
}  // namespace v8

namespace {
using v8::BigInt;
using v8::Function;
using v8::FunctionCallbackInfo;
using v8::FunctionTemplate;
using v8::Local;
using v8::Object;
using v8::String;
using v8::Value;

/* Fields of the JavaScript object of a prepared call: the call, and the object it needs. */
enum { call, holder, fields };

int32_t fast(Local<Object> object) {
  auto* p = static_cast<Prepared*>(object->GetAlignedPointerFromInternalField(call));
  return p->make(p);
}

void slow(const FunctionCallbackInfo<Value>& info) { info.GetReturnValue().Set(fast(info.This())); }

const v8::TypeOfFast operand = {value, 0, 0};
const v8::CFunctionInfo type = {{int32, 0, 0}, 0, 1, &operand};
const v8::CFunction function = {reinterpret_cast<const void*>(fast), &type};

/*
 * prepare(call, holder): returns an object whose method `make` makes the call and returns its
 * status.
 */
void prepare(const FunctionCallbackInfo<Value>& info) {
  Local<Object> object;
  if (info.Length() < 2 || !info[0]->IsBigInt()) return;
  if (!info.Data().As<Function>()->NewInstance(info.GetIsolate()->GetCurrentContext()).ToLocal(&object)) return;
  object->SetAlignedPointerInInternalField(call, reinterpret_cast<void*>(info[0].As<BigInt>()->Uint64Value()));
  object->SetInternalField(holder, info[1]);
  info.GetReturnValue().Set(object);
}
}  // namespace

NODE_MODULE_INIT() {
  (void)module;
  v8::Isolate* isolate = v8::Isolate::GetCurrent();
  const auto prepared = FunctionTemplate::New(isolate);
  prepared->InstanceTemplate()->SetInternalFieldCount(fields);
  const auto make = FunctionTemplate::New(isolate, slow, {}, v8::Signature::New(isolate, prepared), 0, v8::ConstructorBehavior::kThrow,
                                          v8::SideEffectType::kHasSideEffect, &function);
  prepared->PrototypeTemplate()->Set(isolate, "make", make);
  const auto made = Function::New(context, prepare, prepared->GetFunction(context).ToLocalChecked()).ToLocalChecked();
  exports->Set(context, String::NewFromUtf8Literal(isolate, "prepare"), made).Check();
}
